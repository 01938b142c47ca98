import { expectAccessible } from "./axe.ts";
import { announcer, expect, test, toasts } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";

test("many cards are selected, moved, moved back, tagged and found by their tag", async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología", numberedCards(12));
  const { folder: other } = await api.folder("Química");
  await page.goto(`/folders/${folder.id}`);
  const rows = page.getByRole("article");
  await expect(rows).toHaveCount(12);
  const bar = page.getByRole("region", { name: "Cartas seleccionadas" });

  await test.step("by the keyboard, and not at all after Escape", async () => {
    await rows.nth(0).getByRole("link").first().focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(bar.getByText("2 cartas", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bar).toBeHidden();
  });

  await rows.nth(0).hover();
  await page.getByLabel("Seleccionar «Pregunta 12»").check();
  await rows.nth(4).click({ modifiers: ["Shift"] });
  // While cards are selected, a click on a row changes the selection instead of opening the card.
  for (const left of [4, 5]) {
    await rows.nth(2).click();
    await expect(bar.getByText(`${left} cartas`, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Mover" }).click();
  const targets = page.getByRole("dialog").getByRole("listitem");
  await expect(targets, "all folders but the one that contains the cards").toHaveCount(1);
  await targets.getByRole("button", { name: /Química/ }).click();
  await expect(toasts(page).getByText("5 cartas movidas")).toBeVisible();
  await expect(rows).toHaveCount(7);
  await expect(page.getByText("7", { exact: true }).first()).toBeVisible();
  const listOtherCards = () => api.cardsOf(other.id);
  expect(await listOtherCards()).toHaveLength(5);
  await toasts(page).getByRole("button", { name: "Deshacer" }).click();
  await expect(announcer(page)).toHaveText("Cambio deshecho");
  await expect(rows).toHaveCount(12);
  expect(await listOtherCards()).toEqual([]);

  await test.step("by the keyboard alone: all, a tag, then the search for it", async () => {
    await page.keyboard.press("Control+a");
    await expect(bar.getByText("12 cartas", { exact: true })).toBeVisible();
    await bar.getByRole("button", { name: "Etiquetar" }).press("Enter");
    await page.getByLabel("Etiqueta", { exact: true }).fill("Parcial");
    await page.keyboard.press("Enter");
    await expect(toasts(page).getByText("12 cartas etiquetadas")).toBeVisible();
    await rows.first().getByRole("link", { name: "Parcial" }).click();
    await expect(page).toHaveURL(/\/search\?etiqueta=Parcial/);
    await expect(page.getByRole("main").getByText("12 cartas", { exact: true })).toBeVisible();
  });
});
