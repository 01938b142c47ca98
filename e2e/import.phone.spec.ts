import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** A time limit for imports, which the server reads and writes in processes of their own, on a busy machine. */
const READ = { timeout: 40_000 };

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `palabra ${index + 1}\tsignificado; de la ${index + 1}`).join("\n");

/** Taps controls and counts the taps. */
function createTapCounter() {
  let count = 0;
  return {
    count: () => count,
    async tap(page: Page, name: string, role: "button" | "menuitem" = "button") {
      count += 1;
      await page.getByRole(role, { name, exact: true }).tap();
    },
  };
}

test("fifty copied lines are imported into a folder in four taps, and the import is undone", async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await api.register();
  const { folder } = await api.folder("Vocabulario", [{ front: "uno", back: "one" }]);
  await page.goto(`/folders/${folder.id}`);
  await expect(page.getByText("uno", { exact: true })).toBeVisible();
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines(50));

  const actions = createTapCounter();
  await actions.tap(page, "Más opciones de la carpeta");
  await actions.tap(page, "Importar cartas", "menuitem");
  await expect(page.getByText("En «Vocabulario»")).toBeVisible();
  await actions.tap(page, "Pegar lo copiado");
  await expect(page.getByRole("heading", { name: "Qué es cada columna" })).toBeVisible(READ);
  await actions.tap(page, "Importar 50 cartas");
  await expect(page.getByRole("heading", { name: "Tus cartas ya están aquí" })).toBeVisible(READ);
  expect(actions.count()).toBe(4);
  const cards = () => api.cardsOf(folder.id);
  expect(await cards()).toHaveLength(51);
  expect(await cards()).toContainEqual(expect.objectContaining({ front: "palabra 7", back: "significado; de la 7" }));
  await expectAccessible(page);

  await test.step("a reload finds it, and it is undone", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Deshacer la importación" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Deshacer la importación" }).tap();
    await expect(page.getByRole("heading", { name: "Importación deshecha" })).toBeVisible(READ);
    expect(await cards()).toHaveLength(1);
  });
});
