import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";

const rows = (page: Page, list: string) => page.getByRole("list", { name: list, exact: true }).getByRole("article");

async function expectNoSideScroll(page: Page) {
  const content = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(content).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

test("a folder and its cards are read by touch", async ({ page, api }) => {
  await api.register();
  const long = { front: `Un título ${"muy ".repeat(40)}largo`, back: "Una respuesta\ncon dos líneas".repeat(20) };
  const { folder, cards } = await api.folder("Anatomía", [long, ...numberedCards(40)]);
  if (cards[0]) await api.rate(cards[0], "hard");
  await page.goto(`/folders/${folder.id}`);

  const list = rows(page, "Cartas");
  await expect(list.first()).toContainText("Respuesta 40");
  expect((await list.first().boundingBox())?.y).toBeLessThan(300);
  for (const item of (await list.all()).slice(0, 4)) {
    // A question, an answer and one line of details. The buttons are on the card's own page.
    const { height = 0 } = (await item.boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(88);
    await expect(item.getByRole("button")).toHaveCount(0);
  }
  await expectNoSideScroll(page);

  const far = list.filter({ hasText: "Pregunta 12" });
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, 300));
    await expect(far).toBeInViewport({ ratio: 1, timeout: 300 });
  }).toPass();
  // Above the bottom bar, so that the tap need not scroll first.
  await far.evaluate((row) => row.scrollIntoView({ block: "center" }));
  const before = await far.boundingBox();
  // On the answer, which is also part of the link.
  await far.tap({ position: { x: 80, y: 40 } });
  await expect(page.getByRole("heading", { level: 1, name: "Pregunta 12" })).toBeVisible();
  await page.getByRole("button", { name: "Carta siguiente" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Pregunta 11" })).toBeVisible();
  await page.getByRole("button", { name: "Carta anterior" }).tap();
  await expectNoSideScroll(page);
  await page.goBack();
  await expect(far).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => Math.abs(((await far.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4);

  await page.goto(`/cards/${cards[0]?.id}`);
  await expect(page.getByRole("img", { name: /^Curva del olvido/ })).toBeVisible();
  await expectNoSideScroll(page);
});

test("all cards are searched by touch, page after page", async ({ page, api }) => {
  await api.registerWith("Anatomía", numberedCards(60));
  await page.goto("/search");
  const field = page.getByRole("searchbox", { name: "Buscar en todas las carpetas..." });
  await field.fill("respuesta");
  const list = rows(page, "Cartas encontradas");
  await expect(page.getByText("Más de 50 cartas")).toBeVisible();
  await expect(list.first()).toContainText("Anatomía");
  await expectNoSideScroll(page);

  const last = list.filter({ hasText: "Respuesta 1🦴Anatomía" });
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, 2000));
    await expect(last).toBeInViewport({ ratio: 1, timeout: 500 });
  }).toPass();
  await expect(page.getByRole("main").getByText("60 cartas")).toHaveCount(1);
  const before = await last.boundingBox();
  await last.tap();
  await expect(page.getByText("60 de 60")).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue("respuesta");
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(Math.abs(((await last.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4);

  await page.getByLabel("Estado").selectOption({ label: "Difíciles" });
  await expect(page.getByRole("heading", { name: "Ninguna carta coincide" })).toBeVisible();
  await page.getByRole("button", { name: "Quitar los filtros" }).tap();
  await expect(list.first()).toBeVisible();
});
