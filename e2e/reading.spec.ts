import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { numberedCards, type Texts } from "./seed.ts";

const biology: Texts[] = [
  { front: "¿Qué hace la mitocondria?", back: "Tiene dos membranas.\nProduce la energía de la célula." },
  { front: "¿Qué es el ADN?", back: "Ácido desoxirribonucleico" },
  { front: "¿Qué es una célula?", back: "La unidad de la vida" },
];

const rows = (page: Page, list = "Cartas") => page.getByRole("list", { name: list, exact: true }).getByRole("article");
const row = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const searchField = (page: Page) => page.getByRole("searchbox", { name: "Buscar en todas las carpetas..." });

test("a folder is read by keyboard: search, open, next, and back to the position", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const { folder, cards } = await api.registerWith("Biología", [...biology, ...numberedCards(130)]);
  const [, dna] = cards;
  if (dna) await api.rate(dna, "medium");
  await page.goto(`/folders/${folder.id}`);

  await test.step("finds a card by a line of its answer", async () => {
    await page.getByRole("searchbox", { name: "Buscar cartas..." }).fill("ENERGIA celula");
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, "mitocondria")).toContainText("Produce la energía de la célula.");
    await expect(page.locator("mark")).toHaveText(["energía", "célula"]);
    await page.getByRole("searchbox").fill("acido!");
    await expect(page.getByText("Ninguna carta coincide")).toBeVisible();
    const everywhere = page.getByRole("link", { name: "Buscar en todas las carpetas" });
    await expect(everywhere).toHaveAttribute("href", "/search?q=acido%21");
    await page.getByRole("searchbox").fill("que");
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step("opens a card by the arrow keys and Enter", async () => {
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
    await expect(row(page, "ADN").getByRole("link")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(title(page, "¿Qué es el ADN?")).toBeVisible();
    await expect(page.getByText("Ácido desoxirribonucleico")).toBeVisible();
    await expect(page.getByText("2 de 3")).toBeVisible();
    await expect(page.getByRole("region", { name: "Tu memoria" })).toContainText("100 %");
    await expect(page.getByRole("img", { name: /^Curva del olvido/ })).toContainText("Próximo repaso");
    await expect(page.getByRole("region", { name: "Historial" }).getByRole("listitem")).toContainText("Medio");
  });

  await test.step("goes to the next card of the results", async () => {
    await page.keyboard.press("ArrowRight");
    await expect(title(page, "¿Qué hace la mitocondria?")).toBeVisible();
    await expect(page.getByText("3 de 3")).toBeVisible();
    await expect(page.getByRole("button", { name: "Carta siguiente" })).toBeDisabled();
    await page.reload();
    await expect(page.getByText("3 de 3")).toBeVisible();
  });

  await test.step("returns to the search and to the card read last", async () => {
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue("que");
    await expect(rows(page)).toHaveCount(3);
    await expect(row(page, "mitocondria").getByRole("link")).toBeFocused();
  });

  await test.step("returns to the position in a long list", async () => {
    await page.getByRole("searchbox").fill("");
    const far = row(page, "Pregunta 20");
    await expect(async () => {
      await page.evaluate(() => window.scrollBy(0, 400));
      await expect(far).toBeInViewport({ ratio: 1, timeout: 300 });
    }).toPass();
    const before = await far.boundingBox();
    await far.getByRole("link").click();
    await expect(title(page, "Pregunta 20")).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.getByRole("link", { name: "Volver" }).click();
    await expect(far.getByRole("link")).toBeFocused();
    await expect.poll(async () => Math.abs(((await far.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4);
  });

  await test.step("loads in portions, with the right scroll height, and keeps the position after a reload", async () => {
    await page.goto("/");
    await page.goto(`/folders/${folder.id}`);
    await expect(row(page, "Pregunta 130")).toBeVisible();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeGreaterThan(133 * 50);
    const last = row(page, "mitocondria");
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(last).toBeInViewport({ ratio: 1, timeout: 300 });
    }).toPass();
    await expect(page.getByRole("listitem").filter({ has: last })).toHaveAttribute("aria-posinset", "133");
    await last.getByRole("link").click();
    await expect(page.getByText("133 de 133")).toBeVisible();
    await page.reload();
    await expect(page.getByText("133 de 133")).toBeVisible();
    await page.goBack();
    await expect(last.getByRole("link")).toBeFocused();
  });
});

test("'/' searches all folders, and Back returns to Home", async ({ page, api }) => {
  await api.registerWith("Biología", biology);
  await api.folder("Historia", [
    { front: "¿Cuándo cayó Constantinopla?", back: "En 1453" },
    { front: "¿Qué célula política fundó Bolívar?", back: "La Sociedad Patriótica" },
  ]);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Biología" })).toBeVisible();

  await page.keyboard.press("/");
  await expect(page).toHaveURL("/search");
  await expect(searchField(page)).toBeFocused();
  await expect(page.getByLabel("Carpeta", { exact: true })).toBeHidden();
  await page.keyboard.type("celula");
  await expect(rows(page, "Cartas encontradas")).toHaveCount(3);
  // The count is also announced to screen readers.
  await expect(page.getByText("3 cartas", { exact: true }).first()).toBeVisible();
  await expect(row(page, "Bolívar")).toContainText("Historia");
  await expect(page).toHaveURL("/search?q=celula");

  await page.getByLabel("Carpeta", { exact: true }).selectOption({ label: "Biología" });
  await expect(rows(page, "Cartas encontradas")).toHaveCount(2);
  await searchField(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const second = rows(page, "Cartas encontradas").nth(1);
  await expect(second.getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 de 2")).toBeVisible();

  await page.goBack();
  await expect(searchField(page)).toHaveValue("celula");
  await expect(page.getByLabel("Carpeta", { exact: true }).locator("option:checked")).toHaveText("Biología");
  await expect(second.getByRole("link")).toBeFocused();
  // In a text field, the key types a slash.
  await searchField(page).fill("km/h");
  await expect(page.getByRole("heading", { name: "Ninguna carta coincide" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/");
});
