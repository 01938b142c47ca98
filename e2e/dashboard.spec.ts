import type { Locator, Page } from "@playwright/test";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { homeEndpoints } from "@repasa/contract/home.ts";
import { paceEndpoints } from "@repasa/contract/pace.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { expectSound } from "./axe.ts";
import { boxOf, changeResponse, expect, selectDay, sellPremium, test } from "./fixtures.ts";
import { addDays, LONG_AGO, numberedCards, sampleFolder } from "./seed.ts";

const dayTabs = (page: Page) => page.getByRole("tab");
const today = 5;
const panel = (page: Page) => page.getByRole("tabpanel");
const strip = (page: Page) => page.getByRole("tablist", { name: "Días" });
const readScrollLeft = (page: Page) => strip(page).evaluate((element) => element.scrollLeft);

const scheduledFolder = (id: number, name: string) => ({ ...sampleFolder(id, name), dueOnDate: null, asked: 1 });

/** Answers for a long-standing user, with these folders scheduled and completed on every past day. */
async function answerPastDays(page: Page, scheduled: { id: number }[], completed: { id: number }[]) {
  await page.route("**/api/auth/user", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), createdAt: LONG_AGO } });
  });
  const isDone = completed.length > 0 && scheduled.every(({ id }) => completed.some((one) => one.id === id));
  await changeResponse(page, homeEndpoints.home, (home) => ({
    ...home,
    days: home.days.map((day, index) => ({ ...day, completed: index < today && isDone })),
  }));
  await page.route("**/api/folders/scheduled/*", (route) => route.fulfill({ json: scheduled }));
  await page.route("**/api/folders/completed/*", (route) => route.fulfill({ json: completed }));
}

test.describe("Home makes four calls, whatever it shows:", () => {
  async function expectFewCalls(page: Page, ...shown: Locator[]) {
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}`);
    });
    for (const path of ["/", "/dashboard"]) {
      calls.length = 0;
      await page.goto(path);
      for (const part of shown) await expect(part).toBeVisible();
      // Not when the network is idle: by then a call that is repeated each minute may have been sent.
      await expect
        .poll(() => calls.toSorted())
        .toEqual(["GET /api/auth/user", "GET /api/cards/daily-review", "GET /api/user/home", "POST /api/track-access"]);
    }
  }

  test("a newcomer's first steps", async ({ page, api }) => {
    await api.register();
    await expectFewCalls(page, page.getByRole("heading", { name: "Empecemos por tu primera materia" }));
  });

  test("cards that are due today and later, an exam, and a backlog", { tag: "@smoke" }, async ({ page, api }) => {
    const { folder, cards } = await api.registerWith("Biología", numberedCards(62));
    if (cards[0]) await api.rate(cards[0], "medium");
    const { date } = await api.call(statsEndpoints.dailyReview, {});
    const exam = { name: "Anatomía", date: addDays(date, 30), folderIds: [folder.id] };
    await api.call(examEndpoints.create, { body: exam });
    await sellPremium(page);
    const offer = page.getByRole("complementary", { name: "Promoción" });
    await expectFewCalls(page, dayTabs(page).nth(today), page.getByRole("link", { name: "Anatomía" }), offer);
    // One card comes back, and the exam's ration of new ones comes with it.
    await expect(dayTabs(page).nth(today + 3)).toContainText("4 cartas");
  });

  test("a break, and a payment that failed", async ({ page, api }) => {
    const { cards } = await api.registerWith("Biología", numberedCards(2));
    if (cards[0]) await api.rate(cards[0], "medium");
    const { date } = await api.call(statsEndpoints.dailyReview, {});
    await api.call(paceEndpoints.addBreak, { body: { from: date, to: addDays(date, 2) } });
    await changeResponse(page, authEndpoints.currentUser, (user) => ({ ...user, subscription: "past_due" }));
    const end = page.getByRole("button", { name: "Terminar la pausa" });
    await expectFewCalls(page, dayTabs(page).nth(today), end, page.getByRole("region", { name: "Pago pendiente" }));
    await expect(dayTabs(page).nth(today + 2)).toHaveAccessibleName(/, en pausa$/);
  });
});

test("after signing in, Home makes the same few calls", async ({ page, api, context }) => {
  const {
    person: { email, password },
  } = await api.registerWith("Biología", numberedCards(2));
  await context.clearCookies();
  await page.goto("/login");
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(user|cards|folders)/.test(pathname)) calls.push(pathname);
  });
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
  await expect(dayTabs(page)).toHaveCount(11);
  await expect.poll(() => calls.toSorted()).toEqual(["/api/cards/daily-review", "/api/user/home"]);
});

test("the strip holds eleven days of 72 px, today in its middle", async ({ page, api }) => {
  await api.registerWith("Biología", numberedCards(1));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await expect(dayTabs(page)).toHaveCount(11);
  await expect(dayTabs(page).nth(today)).toHaveAttribute("aria-selected", "true");
  const boxes = await dayTabs(page).evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().left));
  expect(boxes.slice(1).map((left, index) => Math.round(left - (boxes[index] ?? 0)))).toEqual(Array(10).fill(72));
  const middle = await dayTabs(page)
    .nth(today)
    .evaluate((tab) => {
      const { left, width } = tab.getBoundingClientRect();
      return left + width / 2;
    });
  expect(Math.abs(middle - 390 / 2)).toBeLessThan(10);
  const names = ["DOM", "LUN", "MAR", "MIE", "JUE", "VIE", "SAB"];
  for (const text of await dayTabs(page).allInnerTexts()) expect(names).toContain(text.split("\n")[0]);
});

test("the strip is dragged by mouse without choosing a day, and walked by keyboard", async ({ page, api }) => {
  await api.registerWith("Biología", numberedCards(1));
  await page.setViewportSize({ width: 500, height: 800 });
  await page.goto("/");
  await expect(dayTabs(page)).toHaveCount(11);
  const before = await readScrollLeft(page);
  const box = await boxOf(dayTabs(page).nth(today));
  await page.mouse.move(box.x + 20, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x - 120, box.y + 30, { steps: 8 });
  await page.mouse.up();
  expect((await readScrollLeft(page)) - before).toBeGreaterThan(100);
  await expect(dayTabs(page).nth(today)).toHaveAttribute("aria-selected", "true");

  await dayTabs(page).nth(today).focus();
  await page.keyboard.press("ArrowRight");
  await expect(dayTabs(page).nth(today + 1)).toBeFocused();
  await expect(dayTabs(page).nth(today)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(dayTabs(page).nth(today + 1)).toHaveAttribute("aria-selected", "true");
  await expect(panel(page)).toContainText("Las carpetas aparecerán aquí");
  await page.keyboard.press("Home");
  await expect(dayTabs(page).first()).toBeFocused();
  await expect(dayTabs(page).first()).toBeInViewport({ ratio: 1 });
});

test("the sidebar names the ways to progress, exams and imports, except in a session", async ({ page, api }) => {
  await api.registerWith("Biología", numberedCards(2));
  await page.goto("/");
  const more = page.getByRole("navigation", { name: "Más" });
  for (const [name, path, title] of [
    ["Progreso", "/progress", "Progreso"],
    ["Exámenes", "/exams", "Exámenes"],
    ["Importar", "/import", "Importar cartas"],
  ] as const) {
    await more.getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(page.locator("[aria-current=page]:visible")).toHaveText([name]);
  }
  // On a wide screen of little height, the sidebar scrolls.
  await page.setViewportSize({ width: 844, height: 390 });
  await more.getByRole("link", { name: "Importar" }).scrollIntoViewIfNeeded();
  await expect(more.getByRole("link", { name: "Importar" })).toBeInViewport();
  await page.goto("/study");
  await expect(page.getByText("Carta 1 de 2")).toBeVisible();
  await expect(more).toBeHidden();
});

test("every kind of day is accessible and fits every width, light and dark", async ({ page, api }) => {
  await api.register();
  const name = "Constitucionalismo".repeat(8);
  const { cards } = await api.folder(name, numberedCards(2));
  const [first] = cards;
  if (first) await api.rate(first, "medium");
  await answerPastDays(page, [scheduledFolder(1, name)], []);
  await page.goto("/");
  for (const day of [today, today - 2, today + 3]) {
    await selectDay(page, day);
    await expect(panel(page).getByText(name)).toBeVisible();
    await expectSound(page, `day ${day - today}`);
  }
});
