// Checks details that look restless or uneven on a phone: parts that move while they load, narrow columns, unequal buttons.
import type { Page } from "@playwright/test";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { billingEndpoints } from "@repasa/contract/billing.ts";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { changeResponse, expect, holdCalls, selectDay, sellPremium, test } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";
import { pickSizes } from "./sizes.ts";

/** Collects the layout shifts of all further documents. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const observed = { shift: 0 };
    Object.assign(window, { observed });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) observed.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as Window & { observed?: { shift: number } }).observed?.shift ?? Number.NaN);
}

const holdPlan = (page: Page) => holdCalls(page, `**${billingEndpoints.plan.path}`);

const waitForFrame = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/** Opens the settings without the plan, which then arrives, and expects that nothing moves until `expectPlan` has seen it. */
async function expectStillSettings(page: Page, title: string, expectPlan: () => Promise<void>): Promise<void> {
  const deliverPlan = await holdPlan(page);
  const readShift = await watchShifts(page);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("Cartas nuevas sin límite · Pausas")).toBeVisible();
  deliverPlan();
  await expectPlan();
  await waitForFrame(page);
  expect(await readShift()).toBe(0);
}

for (const sold of [true, false]) {
  for (const width of pickSizes([360, 390])) {
    test(`the settings do not move at ${width} when the plan arrives, Premium ${sold ? "sold" : "not sold"}`, async ({
      page,
      api,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await api.registerWith("Biología", numberedCards(2));
      if (sold) await sellPremium(page);
      await expectStillSettings(page, "Plan gratuito", async () => {
        await expect(page.getByRole("list", { name: "Espacio usado" })).toBeVisible();
        await expect(page.getByRole("button", { name: "Suscríbete ahora" })).toHaveCount(sold ? 1 : 0);
      });
    });
  }
}

for (const width of pickSizes([390, 1280])) {
  test(`the settings do not move at ${width} when a subscription arrives`, async ({ page, api }) => {
    await page.setViewportSize({ width, height: 844 });
    await api.register();
    const premium = { subscription: "active", premium: true };
    const renewal = { renewsAt: "2027-05-01T10:00:00.000Z", renewalPrice: "29,99 €", endsAt: null };
    const subscription = { status: "active", ...renewal, graceUntil: null, manageable: true, over: false };
    await changeResponse(page, authEndpoints.currentUser, (user) => ({ ...user, ...premium }));
    await changeResponse(page, billingEndpoints.plan, (plan) => ({ ...plan, premium: true, sold: true, subscription }));
    await expectStillSettings(page, "Suscripción Premium Activa", () =>
      expect(page.getByRole("button", { name: "Gestionar suscripción" })).toBeVisible(),
    );
  });
}

test("a folder's description has the width of the phone, and the page of a card has a button and a menu", async ({
  page,
  api,
}) => {
  const { folder } = await api.registerWith("Huesos del cuerpo humano", numberedCards(3));
  const description = "Cómo se llaman, dónde están y cuántos son los huesos del esqueleto.";
  await api.call(folderEndpoints.update, { params: { id: folder.id }, body: { name: folder.name, description } });
  await page.goto(`/folders/${folder.id}`);
  const width = await page.getByText(description).evaluate((text) => text.clientWidth);
  expect(width).toBeGreaterThan(350);
  await page.getByRole("link", { name: "Pregunta 3" }).click();
  // At rest the page of a card has one button and a menu.
  const actions = page.getByRole("button", { name: "Editar", exact: true }).locator("..").getByRole("button");
  await expect(actions.filter({ hasNotText: /voz/ })).toHaveCount(2);
  await page.getByRole("button", { name: "Más opciones de la carta" }).tap();
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem")).toHaveText(["Mover", "Suspender", "Eliminar"]);
  const box = await menu.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
});

test("tomorrow is seen by one tap, without scrolling, also if no card comes back then", async ({ page, api }) => {
  const { folder, cards } = await api.registerWith("Biología", numberedCards(5));
  for (const card of cards) await api.rate(card, "easy");
  const body = { name: "Parcial", date: api.dateIn(30), folderIds: [folder.id] };
  await api.call(examEndpoints.create, { body });
  await page.goto("/");
  await selectDay(page, 6);
  const text = page.getByText("Por ahora no te espera ninguna carta ese día.");
  await expect(text).toBeVisible();
  const bar = page.getByRole("navigation", { name: "Principal" }).filter({ visible: true });
  const [bottom, barTop] = await Promise.all([
    text.evaluate((element) => element.getBoundingClientRect().bottom),
    bar.evaluate((element) => element.getBoundingClientRect().top),
  ]);
  expect(bottom).toBeLessThanOrEqual(barTop);
});
