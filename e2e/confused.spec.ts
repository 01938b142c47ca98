// Two cards that are taken for each other: said at the end of a session and on the folder's page, and studied side by side.
import type { Page } from "@playwright/test";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { answer, expect, question, skipFirstSession, test } from "./fixtures.ts";

const capitals = [
  { front: "Capital de Perú", back: "Lima" },
  { front: "Capital de Chile", back: "Santiago" },
  { front: "Capital de Cuba", back: "La Habana" },
];

const SENTENCE = /Confundes.*con.*\(2 veces\)/;

test.beforeEach(({ page }) => skipFirstSession(page));

async function typeAnswer(page: Page, asked: string, typed: string): Promise<void> {
  await expect(question(page)).toContainText(asked);
  await page.keyboard.type(typed);
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-typed]").getByRole("status")).toContainText(/orrecto/);
  await page.keyboard.press("Enter");
}

test("two confused cards are named at the end of a session and in their folder, and studied side by side", async ({
  page,
  api,
}) => {
  const { folder, cards } = await api.registerWith("Capitales", capitals);
  await page.goto("/folders");
  await page.goto(`/study/${folder.id}?forma=escribir`);
  await expect(page.getByRole("textbox", { name: "Tu respuesta" })).toBeFocused();
  await typeAnswer(page, "Perú", "Santiago");
  await typeAnswer(page, "Chile", "Lima");
  await typeAnswer(page, "Cuba", "La Habana");
  await typeAnswer(page, "Perú", "Lima");
  await typeAnswer(page, "Chile", "Santiago");
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
  await expect(page.getByText(SENTENCE)).toBeVisible();
  await expect.poll(() => api.ratings()).toBe(5);
  const { confusions } = await api.call(studyEndpoints.confusions, {});
  const [peru, chile] = cards.map(({ id }) => id);
  expect(confusions.map(({ cardId, otherId }) => [cardId, otherId])).toEqual([
    [chile, peru],
    [peru, chile],
  ]);

  await page.getByRole("link", { name: "Estudiar las dos" }).click();
  await expect(page.getByRole("heading", { name: "Las que confundes" })).toBeVisible();
  const toast = page.getByText("¡Sesión de estudio completada!", { exact: true });
  for (const [asked, other] of [
    ["Perú", "«Capital de Chile»: Santiago"],
    ["Chile", "«Capital de Perú»: Lima"],
  ] as const) {
    await expect(question(page)).toContainText(asked);
    await expect(toast).toBeHidden();
    await page.keyboard.press("Space");
    await expect(answer(page)).toContainText(other);
    await page.keyboard.press("a");
  }
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
  await expect(page.getByText(SENTENCE)).toBeHidden();
  await page.getByRole("button", { name: "Listo" }).click();
  await expect(toast).toBeVisible();

  const date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const exam = await api.call(examEndpoints.create, { body: { name: "Final", date, folderIds: [folder.id] } });
  for (const path of [`/exams/${exam.id}`, `/folders/${folder.id}`]) {
    await page.goto(path);
    await expect(page.getByText(SENTENCE)).toBeVisible();
  }
  await page.getByRole("link", { name: "Estudiar las dos" }).click();
  await expect(page.getByText("Carta 1 de 2")).toBeVisible();
  // Undone ratings count no more.
  for (const { reviewId, cardId } of confusions) {
    const { reviews } = await api.call(studyEndpoints.history, { params: { id: cardId } });
    for (const later of reviews.slice(0, reviews.findIndex((one) => one.reviewId === reviewId) + 1)) {
      await api.call(studyEndpoints.undoReview, { params: { id: cardId, reviewId: later.reviewId } });
    }
  }
  await page.goto(`/folders/${folder.id}`);
  await expect(page.getByRole("link", { name: "Capital de Perú" }).first()).toBeVisible();
  await expect(page.getByText("Confundes")).toBeHidden();
});
