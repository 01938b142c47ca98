import { examEndpoints } from "@repasa/contract/exams.ts";
import { quizEndpoints } from "@repasa/contract/quizzes.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const CAPITALS = ["París", "Roma", "Lisboa", "Madrid", "Berlín", "Viena", "Atenas", "Praga"];

test("a quiz is taken from an exam in two taps, without a network for a while, and its missed cards are studied", {
  tag: "@smoke",
}, async ({ page, api, watch }) => {
  await api.register();
  const cards = CAPITALS.map((back, place) => ({ front: `Capital ${place + 1}`, back }));
  const { folder } = await api.folder("Capitales", cards);
  const exam = await api.call(examEndpoints.create, {
    body: { name: "Parcial", date: api.dateIn(12), folderIds: [folder.id] },
  });
  await page.goto(`/exams/${exam.id}`);

  await test.step("in two taps", async () => {
    await page.getByRole("button", { name: "Hacer un test" }).click();
    await page.getByRole("button", { name: "Empezar" }).click();
    await expect(page).toHaveURL(/\/tests\/\d+$/);
    await expect(page.getByRole("heading", { name: "Pregunta 1 de 8" })).toBeVisible();
    // The app's bar does not lie under a running test, which has its own way back.
    await expect(page.getByRole("navigation", { name: "Principal" })).toBeHidden();
    await expect(page.getByRole("link", { name: "Volver" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("by touch and by keyboard, and the first answers while the network is cut", async () => {
    watch.excuse(/\/api\/tests\/\d+\/answers\/\d+$/, "cut");
    await page.route("**/api/tests/*/answers/*", (route) => route.abort());
    for (let n = 1; n <= 8; n++) {
      await expect(page.getByRole("heading", { name: `Pregunta ${n} de 8` })).toBeVisible();
      const front = (await page.getByText(/^Capital \d$/).textContent()) ?? "";
      const right = CAPITALS[Number(front.slice(-1)) - 1] as string;
      const field = page.getByRole("textbox", { name: "Tu respuesta" });
      if (await field.isVisible()) {
        await field.fill(n <= 2 ? "no sé" : right);
        await field.press("Enter");
      } else {
        const options = page.getByRole("group", { name: "Elige la respuesta" }).getByRole("button");
        const texts = (await options.allTextContents()).map((text) => text.replace(/\d$/, ""));
        const wanted = n <= 2 ? texts.indexOf("No lo sé") : texts.indexOf(right);
        if (n % 2 === 0) await options.nth(wanted).tap();
        else if (n === 1) await options.nth(wanted).click();
        else await page.keyboard.press(String(wanted + 1));
      }
      if (n === 2) await expect(page.getByText("Sin conexión. Tus respuestas se guardarán")).toBeVisible();
      if (n === 3) await page.unroute("**/api/tests/*/answers/*");
    }
    await expect(page.getByText("Has respondido todas las preguntas.")).toBeVisible();
    await expect(page.getByText("Sin conexión. Tus respuestas se guardarán")).toBeHidden();
    await expectAccessible(page);
  });

  await test.step("to its result", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Terminar" }).click();
    await expect(page.getByText("6 de 8", { exact: true })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Principal" })).toBeVisible();
    await expect(page.getByText(/^De las 8 cartas sabías 6; 8 eran nuevas$/)).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(8);
    await expectAccessible(page);
  });

  await test.step("and the missed cards are studied", async () => {
    await page.getByRole("link", { name: "Repasar las 2 falladas" }).click();
    await expect(page.getByRole("heading", { name: "Repasar las 2 falladas" })).toBeVisible();
    await expect(page.getByText("1 de 2")).toBeVisible();
  });

  await test.step("the exam shows it as a point of its chart, and in its list", async () => {
    await page.goto(`/exams/${exam.id}`);
    await expect(page.getByRole("list", { name: "Tests" }).getByText(/^6 de 8/)).toBeVisible();
    await expect(page.locator("[data-quiz-point]")).toHaveCount(1);
  });

  await test.step("and it is deleted", async () => {
    await page.getByRole("list", { name: "Tests" }).getByRole("link").click();
    await page.getByRole("button", { name: "Más opciones del test" }).click();
    await page.getByRole("menuitem", { name: "Eliminar test" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar" }).click();
    await expect(page).toHaveURL(/\/exams\/\d+$/);
    expect(await api.call(quizEndpoints.list, {})).toEqual([]);
  });
});
