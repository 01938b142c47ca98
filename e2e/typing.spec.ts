// Typing the answer by keyboard alone.
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { expect, question, skipFirstSession, test, typedField, verdict } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";

test.beforeEach(({ page }) => skipFirstSession(page));

test("a session is typed to its end with Enter, in part without a network", { tag: "@smoke" }, async ({
  page,
  api,
  context,
  watch,
}) => {
  watch.excuse(/\/api\//, "cut");
  watch.excuseLog("The study session was not recorded");
  watch.excuseLog("The intervals could not be loaded");
  const { folder, cards } = await api.registerWith("Inglés", numberedCards(6));
  await page.goto(`/folders/${folder.id}`);
  await page.getByRole("button", { name: "Más opciones de la carpeta" }).click();
  await page.getByRole("menuitem", { name: "Editar carpeta" }).click();
  await page.getByLabel("Al estudiar").selectOption({ label: "Escribir las respuestas" });
  await page.getByLabel("Las tildes cuentan").click();
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await api.call(folderEndpoints.read, { params: { id: folder.id } })).toMatchObject({
    answerMode: "type",
    strictAccents: true,
  });

  // Loaded when a student may have read the first question, which is later than this journey takes for two cards.
  const lastLoaded = page.waitForResponse(/\/study-face-.*\.js$/);
  await page.getByRole("link", { name: /^Comenzar revisión/ }).click();
  await expect(typedField(page)).toBeFocused();
  for (let number = 1; number <= 6; number++) {
    if (number === 3) {
      await lastLoaded;
      await context.setOffline(true);
    }
    await expect(question(page)).toContainText(`Pregunta ${number}`);
    await page.keyboard.type(number === 2 ? "otra cosa" : `respuesta ${number}`);
    // A key that is held down checks the answer, and does not take the proposed rating.
    for (let pressed = 0; pressed < 2; pressed++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await expect(verdict(page)).toContainText(number === 2 ? "Incorrecto" : "Correcto");
    await page.keyboard.press("Enter");
  }
  await context.setOffline(false);
  await expect(question(page)).toContainText("Pregunta 2");
  await page.keyboard.type("respuesta 2");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
  await expect.poll(() => api.ratings()).toBe(7);
  const { reviews } = await api.call(studyEndpoints.history, { params: { id: cards[1]?.id ?? 0 } });
  expect(reviews.map(({ mode, answerResult }) => [mode, answerResult])).toEqual([
    ["type", "correct"],
    ["type", "incorrect"],
  ]);
});

test("a reload shows the verdict again, and an undo asks the card again", async ({ page, api }) => {
  const { folder } = await api.registerWith("Inglés", numberedCards(2));
  await page.goto(`/study/${folder.id}?forma=escribir`);
  await expect(typedField(page)).toBeFocused();
  await page.keyboard.type("otra cosa");
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toContainText("Incorrecto");
  await page.reload();
  await expect(verdict(page)).toContainText("Incorrecto");
  await expect(typedField(page)).toHaveValue("otra cosa");
  await page.keyboard.press("a");
  await expect(question(page)).toContainText("Pregunta 2");
  await page.getByRole("button", { name: "Deshacer la última valoración" }).click();
  await expect(question(page)).toContainText("Pregunta 1");
  await expect(typedField(page)).toHaveValue("");
});

test("options are chosen by the keys 1 to 4, and pairs are found by 1 to 6 and A to F", async ({ page, api }) => {
  await api.register();
  const answers = ["Lima", "Bogotá", "Santiago", "La Habana", "Quito", "Montevideo"];
  const { folder } = await api.folder(
    "Capitales",
    answers.map((back, index) => ({ front: `País ${index + 1}`, back })),
  );
  const begin = async (way: string) => {
    await page.goto(`/folders/${folder.id}`);
    await page.getByRole("link", { name: way }).click();
  };
  await begin("Elegir");
  const options = page.getByRole("listitem").getByRole("button");
  for (const [index, answer] of answers.entries()) {
    await expect(question(page)).toContainText(`País ${index + 1}`);
    await expect(options).toHaveCount(4);
    const texts = await options.allInnerTexts();
    await page.keyboard.press(String(texts.findIndex((text) => text.startsWith(answer)) + 1));
    await expect(page.getByRole("status").filter({ hasText: "Correcto" })).toBeVisible();
    await page.keyboard.press("Enter");
  }
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();

  await begin("Parejas");
  const tiles = (side: string) => page.getByRole("region", { name: side }).getByRole("button");
  await expect(tiles("Preguntas")).toHaveCount(6);
  const questions = await tiles("Preguntas").allInnerTexts();
  const places = await tiles("Respuestas").allInnerTexts();
  for (const [index, answer] of answers.entries()) {
    await page.keyboard.press(String(questions.findIndex((text) => text.startsWith(`País ${index + 1}`)) + 1));
    await page.keyboard.press("abcdef".charAt(places.findIndex((text) => text.startsWith(answer))));
  }
  await expect(page.getByRole("heading", { name: /^6 parejas en 0:\d\d$/ })).toBeFocused();
});
