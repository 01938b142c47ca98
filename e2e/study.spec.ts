import type { Page } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { answer, expect, question, skipFirstSession, test } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Turns the card and rates it, by keys. */
async function rate(page: Page, key: string) {
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(answer(page)).toBeVisible();
  await page.keyboard.press(key);
}

test.beforeEach(({ page }) => skipFirstSession(page));

test("a long day is studied in portions, which show what is left", async ({ page, api }) => {
  await api.registerWith("Inglés", numberedCards(45));
  await api.call(accountEndpoints.setPreferences, { body: { sessionSize: 10 } });
  await page.goto("/study");
  await expect(page.getByText("Carta 1 de 10")).toBeVisible();
  await expect(page.getByText("Inglés")).toBeVisible();
  for (let rated = 0; rated < 10; rated++) await rate(page, "a");
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
  await expect(page.getByText("Quedan 35 para hoy")).toBeVisible();
  await button(page, "Otras 35").click();
  await expect(page.getByText("Carta 1 de 35")).toBeVisible();
  await expect(question(page)).toContainText("Pregunta 11");
});

test("a queue of several portions is studied to its end, in part without a network", { tag: "@smoke" }, async ({
  page,
  api,
  context,
  watch,
}) => {
  test.slow();
  watch.excuse(/\/api\//, "cut");
  watch.excuseLog("The study session was not recorded");
  const { folder } = await api.registerWith("Inglés", numberedCards(60));
  await api.call(accountEndpoints.setPreferences, { body: { sessionSize: null } });
  const second = page.waitForResponse((response) => response.url().includes("after="));
  const lastLoaded = page.waitForResponse(/\/study-face-.*\.js$/);
  await page.goto(`/study/${folder.id}`);
  await expect(page.getByText("Carta 1 de 60")).toBeVisible();
  // The folder is named at cards only where several are studied.
  await expect(page.getByText("Inglés")).toBeHidden();
  await second;
  await lastLoaded;
  for (let rated = 0; rated < 20; rated++) await rate(page, "a");
  await context.setOffline(true);
  for (let rated = 20; rated < 55; rated++) await rate(page, "a");
  await expect(page.getByText("Carta 56 de 60")).toBeVisible();
  await expect(question(page)).toContainText("Pregunta 56");
  await context.setOffline(false);
  for (let rated = 55; rated < 60; rated++) await rate(page, "a");
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
  await expect.poll(() => api.ratings()).toBe(60);
});

test("keys follow the positions of the buttons, and the printed ones work", async ({ page, api }) => {
  const { folder } = await api.registerWith("Física", numberedCards(4));
  await page.goto(`/study/${folder.id}`);
  const places = ["Fácil", "Medio", "Difícil", "No la recordé"];
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Space");
  const choices = page.getByRole("group", { name: "¿Qué tal la recordaste?" }).getByRole("button");
  await expect(choices).toHaveCount(4);
  const printed: Record<string, string> = {};
  for (const [index, choice] of (await choices.all()).entries()) {
    await expect(choice).toContainText(places[index] ?? "");
    printed[places[index] ?? ""] = await choice.locator("kbd").innerText();
  }
  expect(printed).toEqual({ Fácil: "A", Medio: "S", Difícil: "D", "No la recordé": "F" });
  await page.keyboard.press("a");
  for (const key of ["s", "d", "f"]) await rate(page, key);
  await expect(page.getByText("Repaso 1 de 1")).toBeVisible();
  await expect
    .poll(() => api.log(folder.id))
    .toMatchObject({
      "Pregunta 1": { difficulty: "easy" },
      "Pregunta 2": { difficulty: "medium" },
      "Pregunta 3": { difficulty: "hard" },
      "Pregunta 4": { difficulty: "hard" },
    });
});

test("a completed folder offers the next one, and leads back to where the first was chosen", async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología", numberedCards(1));
  const next = await api.folder("Química", numberedCards(2));
  await page.goto(`/folders/${folder.id}`);
  await page.getByRole("link", { name: "Comenzar revisión" }).click();
  await rate(page, "3");
  await page.getByRole("link", { name: "Siguiente materia (2)" }).click();
  await expect(page).toHaveURL(`/study/${next.folder.id}`);
  await expect(page.getByText("Carta 1 de 2")).toBeVisible();
  for (const key of ["3", "3"]) await rate(page, key);
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Siguiente materia/ })).toHaveCount(0);
  await button(page, "Listo").click();
  await expect(page).toHaveURL(`/folders/${folder.id}`);
});
