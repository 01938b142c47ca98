// Hints by keyboard alone, in part without a network.
import type { Page } from "@playwright/test";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { expect, question, skipFirstSession, test, typedField, verdict } from "./fixtures.ts";

const options = (page: Page) => page.getByRole("listitem").getByRole("button");

const ANSWERS = ["Lima", "Quito", "Roma", "Oslo"];

test.beforeEach(({ page }) => skipFirstSession(page));

test("Enter climbs the ladder, and hints survive a lost network, T and an undo", async ({
  page,
  api,
  context,
  watch,
}) => {
  watch.excuse(/\/api\//, "cut");
  watch.excuseLog("The study session was not recorded");
  watch.excuseLog("The intervals could not be loaded");
  // Without a worker, what the session loads in idle time may be missing when the network is cut.
  watch.excuseLog("A part of the app could not be loaded");
  await api.register();
  const { folder, cards } = await api.folder(
    "Capitales",
    ANSWERS.map((back, index) => ({ front: `País ${index + 1}`, back })),
  );
  await api.call(folderEndpoints.update, {
    params: { id: folder.id },
    body: { name: folder.name, answerMode: "adapt" },
  });
  await page.goto(`/folders/${folder.id}`);
  // Loaded when a student may have read the first question.
  const lastLoaded = page.waitForResponse(/\/study-face-.*\.js$/);
  await page.getByRole("link", { name: /^Comenzar revisión/ }).click();
  await expect(typedField(page)).toBeFocused();
  await lastLoaded;
  // Loaded with the first step, so that they are there for the third one.
  const optionsLoaded = page.waitForResponse(/\/hint-options-.*\.js$/);
  for (const letters of ["L", "Li"]) {
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Empieza por «${letters}»`)).toHaveAttribute("aria-live", "polite");
  }
  await optionsLoaded;
  await page.keyboard.press("Enter");
  await expect(options(page)).toHaveCount(4);
  // Letters that were meant for the field.
  for (const key of ["t", "e", "u", "Enter"]) await page.keyboard.press(key);
  await expect(options(page)).toHaveCount(4);
  const texts = await options(page).allInnerTexts();
  await page.keyboard.press(String(texts.findIndex((text) => text.startsWith("Roma")) + 1));
  await expect(verdict(page)).toContainText("Incorrecto: responde a «País 3»");
  await expect(page.getByRole("button", { name: "Lo sabía" })).toHaveCount(0);
  await page.keyboard.press("a");
  await expect(verdict(page)).toContainText("Incorrecto");
  await page.keyboard.press("Enter");

  await expect(question(page)).toContainText("País 2");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Empieza por «Q»")).toBeVisible();
  await page.keyboard.type("quito");
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toContainText("Correcto");
  await page.keyboard.press("Enter");
  await expect(question(page)).toContainText("País 3");
  await page.getByRole("button", { name: "Deshacer la última valoración" }).click();
  await expect(question(page)).toContainText("País 2");
  await expect(page.getByText("Empieza por «Q»")).toBeVisible();
  // The button has the focus, so that T is no letter of an answer.
  await page.getByRole("button", { name: "Pista" }).focus();
  await page.keyboard.press("t");
  await page.keyboard.press("Space");
  await expect(page.locator("[data-choice]")).toHaveText([/^Difícil/, /^No la recordé/]);
  await page.keyboard.press("s");
  await page.keyboard.press("d");
  await expect(question(page)).toContainText("País 3");
  await context.setOffline(false);
  const read = async (card: number) =>
    (await api.call(studyEndpoints.history, { params: { id: cards[card]?.id ?? 0 } })).reviews.filter(
      (one) => !one.undone,
    );
  // The network may have been cut before the first rating was sent.
  await expect.poll(() => read(0)).toMatchObject([{ mode: "type", hints: 3, answerResult: "incorrect" }]);
  const second = { mode: "type", hints: 1, difficulty: "hard", answerResult: "correct" };
  // The undone rating arrives before the one that holds.
  await expect.poll(() => read(1)).toMatchObject([second]);
});
