// A break from the student's view: taken in the settings, shown on Home while it lasts, and the days after it.
import type { Page } from "@playwright/test";
import { paceEndpoints } from "@repasa/contract/pace.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { announcer, expect, question, test } from "./fixtures.ts";
import { addDays, createApi, numberedCards } from "./seed.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function expectFitsPhones(page: Page) {
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 780 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("a break is taken in the settings, shown on Home, studied in and ended", async ({ page, api }) => {
  await api.registerWith("Biología", numberedCards(3));
  const { date: today } = await api.call(statsEndpoints.dailyReview, {});
  await page.goto("/settings/study");

  await test.step("with valid dates only", async () => {
    await button(page, "Me voy unos días").click();
    const dialog = page.getByRole("dialog", { name: "Me voy unos días" });
    const save = dialog.getByRole("button", { name: "Guardar pausa" });
    await save.click();
    await expect(dialog.getByText("Elige el último día")).toBeVisible();
    await dialog.getByLabel("Hasta").fill(addDays(today, 60));
    await save.click();
    await expect(dialog.getByText("Una pausa puede durar hasta 60 días")).toBeVisible();
    await dialog.getByLabel("Hasta").fill(addDays(today, 3));
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(announcer(page)).toHaveText("Pausa guardada");
    const breaks = page.getByRole("list", { name: "Pausas" });
    await expect(breaks.getByRole("listitem")).toHaveText([/4 días, en curso/]);
    await expectFitsPhones(page);
  });

  await test.step("a future break is added and removed", async () => {
    await api.call(paceEndpoints.addBreak, { body: { from: addDays(today, 20), to: addDays(today, 22) } });
    await page.reload();
    const breaks = page.getByRole("list", { name: "Pausas" });
    await expect(breaks.getByText("3 días. Empieza en 20 días")).toBeVisible();
    await button(page, /^Quitar: pausa/).click();
    await expect(breaks.getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("heading", { name: "Pausas" })).toBeFocused();
  });

  await test.step("on Home", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: /^En pausa hasta el \d+ de \p{L}+$/u })).toBeVisible();
    await expect(page.getByRole("tab", { name: /, hoy, en pausa$/ })).toBeVisible();
    await expect(page.getByRole("tab", { name: /[^y], en pausa$/ })).toHaveCount(3);
    await expect(page.getByText("Carpetas del día")).toBeHidden();
    await expectFitsPhones(page);
  });

  await test.step("and studied in anyway", async () => {
    await page.getByRole("link", { name: "Estudiar de todos modos" }).click();
    await expect(question(page)).toBeVisible();
    await page.goBack();
  });

  await test.step("and ended", async () => {
    await button(page, "Terminar la pausa").click();
    await expect(page.getByText("3 cartas pendientes")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Inicio" })).toBeFocused();
    await expect(page.getByRole("tab", { name: /en pausa$/ })).toHaveCount(0);
  });
});

test.describe("the day after a break", () => {
  // The two zones show the same time a day apart, so the second browser is one day after the break.
  test.use({ timezoneId: "Pacific/Apia" });

  test("the streak continues, and the accumulated reviews are spread until the student asks for all of them", async ({
    page,
    context,
    api,
  }) => {
    await api.register();
    const before = createApi(context.request, "Pacific/Pago_Pago");
    const { date } = await before.call(statsEndpoints.dailyReview, {});
    const { cards } = await before.folder("Biología", numberedCards(25));
    for (const card of cards) await before.rate(card, "hard");
    await before.call(paceEndpoints.addBreak, { body: { from: date, to: date } });

    await page.goto("/");
    await expect(page.getByText("20 cartas pendientes")).toBeVisible();
    await expect(page.getByText(/Tras tu pausa, 20 repasos al día hasta el \d+ de \p{L}+\./u)).toBeVisible();
    await expect(page.getByRole("heading", { name: "1 día de racha" })).toBeVisible();
    await expectFitsPhones(page);
    await button(page, "Hacerlos todos hoy").click();
    await expect(page.getByText("25 cartas pendientes")).toBeVisible();
    await expect(page.getByText(/Tras tu pausa/)).toBeHidden();
  });
});
