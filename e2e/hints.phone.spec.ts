// Hints while typing on a phone of 390 px, with a keyboard of 300 px.
import type { Page } from "@playwright/test";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { expectAccessible } from "./axe.ts";
import { expect, question, skipFirstSession, test, typedField } from "./fixtures.ts";

const KEYBOARD = 300;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const ratings = (page: Page) => page.getByRole("group", { name: "¿Qué tal la recordaste?" }).getByRole("button");

const capitals = [
  ["Perú", "Lima"],
  ["Chile", "Santiago"],
  ["Ecuador", "Quito"],
  ["Italia", "Roma"],
  ["Noruega", "Oslo"],
] as const;

test.beforeEach(({ page }) => skipFirstSession(page));

test("a folder that adapts gives letters, then options, and each hint counts after a reload", async ({ page, api }) => {
  await api.register();
  const { folder, cards } = await api.folder(
    "Capitales",
    capitals.map(([country, back]) => ({ front: `Capital de ${country}`, back })),
  );
  await page.goto(`/folders/${folder.id}`);
  await button(page, "Más opciones de la carpeta").tap();
  await page.getByRole("menuitem", { name: "Editar carpeta" }).tap();
  await page.getByLabel("Al estudiar").selectOption({ label: "Según la carta" });
  await expect(page.getByText(/con pistas en las cartas que aún no recuerdas/)).toBeVisible();
  await button(page, "Guardar cambios").tap();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await api.call(folderEndpoints.read, { params: { id: folder.id } })).toMatchObject({ answerMode: "adapt" });

  await page.goto(`/study/${folder.id}`);
  await expect(typedField(page)).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 - KEYBOARD });
  await button(page, "Pista").tap();
  await expect(typedField(page)).toBeFocused();
  const hint = page.getByText("Empieza por «L»");
  for (const shown of [hint, typedField(page), question(page).getByText("Capital de Perú"), button(page, "No lo sé")])
    await expect(shown).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.reload();
  await expect(hint).toBeVisible();
  await button(page, "Pista").tap();
  await expect(page.getByText("Empieza por «Li»")).toBeVisible();
  await button(page, "Pista").tap();
  await expect(typedField(page)).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("listitem").getByRole("button")).toHaveCount(4);
  await expectAccessible(page);
  await button(page, "Lima").tap();
  await expect(page.getByRole("status").filter({ hasText: "Correcto" })).toBeInViewport({ ratio: 1 });
  await expect(ratings(page)).toHaveText([/^No la recordé/]);
  await expectAccessible(page);
  await ratings(page).tap();

  await expect(question(page)).toContainText("Capital de Chile");
  await button(page, "Pista").tap();
  await typedField(page).fill("santiago");
  await button(page, "Comprobar").tap();
  await expect(ratings(page)).toHaveText([/^Difícil.*propuesta/, /^No la recordé/]);
  await expectAccessible(page);
  await ratings(page).first().tap();
  await expect(question(page)).toContainText("Capital de Ecuador");
  await expect.poll(() => api.ratings()).toBe(2);
  const read = async (card: number) =>
    (await api.call(studyEndpoints.history, { params: { id: cards[card]?.id ?? 0 } })).reviews;
  expect(await read(0)).toMatchObject([{ mode: "type", hints: 3, answerResult: "incorrect" }]);
  expect(await read(1)).toMatchObject([{ mode: "type", hints: 1, difficulty: "hard", answerResult: "correct" }]);
});
