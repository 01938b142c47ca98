// Home on a small phone, and returning to the previous position.
import type { Locator, Page } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { axeFindings } from "./axe.ts";
import { changeResponse, expect, question, test, waitForAnimations } from "./fixtures.ts";
import { numberedCards, sampleFolder } from "./seed.ts";
import { pickSizes } from "./sizes.ts";

const NAV = 64;
const link = (scope: Page | Locator, name: string | RegExp) => scope.getByRole("link", { name, exact: true });
const bottomBar = (page: Page) => page.getByRole("navigation", { name: "Principal" });

/** Expects an element to be completely on screen and not behind the bottom bar. */
async function expectAboveFold(page: Page, locator: Locator) {
  await expect(locator).toBeVisible();
  const box = await locator.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height - NAV);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}

for (const [width, height] of pickSizes([
  [360, 640],
  [390, 844],
] as const)) {
  test(`pending cards and the button to begin are above the fold at ${width} x ${height}`, async ({ page, api }) => {
    await api.register();
    for (let n = 1; n <= 10; n++) await api.folder(`Una materia con un nombre largo, la ${n}`, numberedCards(2));
    await page.setViewportSize({ width, height });
    await page.goto("/");
    await expectAboveFold(page, page.getByText("20 cartas pendientes"));
    await expect(page.getByRole("tab")).toHaveCount(11);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAboveFold(page, link(page, "Comenzar revisión").first());
    await expect(link(page, "Comenzar revisión").first()).toHaveAttribute("href", "/study");
    const rows = page.getByRole("tabpanel").getByRole("article");
    await expect(rows).toHaveCount(4);
    const all = link(page, "Ver las 10");
    // Names that differ only at their end remain distinguishable.
    const titles = rows.getByRole("heading");
    const cut = await titles.evaluateAll((all) =>
      all.filter((it) => it.scrollHeight > it.clientHeight + 1 || it.scrollWidth > it.clientWidth + 1),
    );
    expect(cut.length).toBe(0);
    for (const box of await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))) {
      expect(box).toBeLessThanOrEqual(136);
    }
    for (const control of await page.getByRole("tabpanel").getByRole("link").all()) {
      const box = await control.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1500);
    await all.tap();
    await expect(page).toHaveURL("/pending-reviews");
    await expect(page.getByRole("article")).toHaveCount(10);
    await page.goBack();
    // A tap anywhere on a row leads to its cards, a tap on its button to studying them.
    await rows.first().tap({ position: { x: 40, y: 20 } });
    await expect(page).toHaveURL(/\/pending-reviews\/\d+$/);
    await page.goBack();
    await link(rows.first(), "Comenzar revisión").tap();
    await expect(question(page)).toBeVisible();
  });
}

test("counts of cards by difficulty agree in number, and are not cut off at any width", async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología celular", numberedCards(1));
  const counts = [
    { new: 1, hard: 2, medium: 1, easy: 0 },
    { new: 12, hard: 7, medium: 5, easy: 0 },
    { new: 12, hard: 8, medium: 7, easy: 6 },
    { new: 0, hard: 112, medium: 121, easy: 115 },
  ];
  await changeResponse(page, statsEndpoints.dailyReview, (review) => ({
    ...review,
    folders: counts.map((each, n) => ({
      ...each,
      folderId: folder.id + n,
      name: folder.name,
      color: folder.color,
      icon: folder.icon,
      total: 300,
    })),
  }));
  for (const width of [320, 360, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/pending-reviews");
    const lists = page.getByRole("list", { name: "Por dificultad" });
    await expect(lists).toHaveText(["1nuevo2difíciles1medio", /^12nuevos7/, /^12nuevos8/, /^112difíciles/]);
    const cut = await lists.evaluateAll(
      (all) =>
        all.filter((list) => {
          const { right } = list.getBoundingClientRect();
          return [...list.children].some((item) => item.getBoundingClientRect().right > right + 0.5);
        }).length,
    );
    expect(cut, `cut off at ${width} px`).toBe(0);
  }
});

test("a newcomer sees only the first steps, with a link to the store", async ({ page, api }) => {
  await api.register();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/");
  await expectAboveFold(page, page.getByRole("button", { name: "Crear mi primera carpeta" }));
  await expectAboveFold(page, link(page, "añade una carpeta lista"));
  await expect(page.getByRole("img", { name: /%$/ })).toHaveCount(0);
  await expect(page.getByRole("tab")).toHaveCount(0);
  await expect(page.getByText(/racha/)).toHaveCount(0);
  await link(page, "añade una carpeta lista").tap();
  await expect(page.getByRole("heading", { name: "Tienda" })).toBeVisible();
});

test("with many new cards, a daily number is offered once, and the day's share completes the day", async ({
  page,
  api,
}) => {
  const { cards } = await api.registerWith("Huesos", numberedCards(101));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/");
  const offer = page.getByRole("region", { name: "Tienes 101 cartas nuevas. ¿Cuántas quieres al día?" });
  await expect(offer.getByRole("button")).toHaveCount(4);
  await expectAboveFold(page, link(page, /^Comenzar revisión/).first());
  await waitForAnimations(page);
  expect(await axeFindings(page)).toEqual([]);
  await offer
    .getByRole("button", { name: /^10 al día.*Recomendado.*11 días, unos 4 minutos al día con sus repasos$/ })
    .tap();
  await expect(offer).toBeHidden();
  await expect(page.getByRole("heading", { name: "Inicio" })).toBeFocused();
  await expect(page.getByText("10 cartas pendientes")).toBeVisible();
  await expect(page.getByText("91 nuevas esperan su día")).toBeVisible();
  expect(await api.call(accountEndpoints.preferences, {})).toMatchObject({ newCardsPerDay: 10, newCardsOffered: true });

  for (const card of cards.slice(0, 10)) await api.rate(card, "medium");
  await page.reload();
  await expect(page.getByText("1 carpeta completada")).toBeVisible();
  await expect(page.getByRole("img", { name: "Carpetas sin nada pendiente: 100 %" })).toBeVisible();
  await expect(page.getByRole("tab", { name: /, hoy, completado$/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Todo al día" })).toBeVisible();
  await expect(page.getByText("91 nuevas esperan su día")).toBeVisible();
  await expect(link(page, /^Comenzar revisión/)).toHaveCount(0);
  await expect(offer).toBeHidden();
  await page.goto("/folders");
  await expect(page.getByRole("article", { name: "Huesos" })).toContainText("Al día");

  await page.goto("/");
  await link(page, "Cambiar el ritmo").tap();
  await expect(page.getByLabel("Cartas nuevas por día")).toBeFocused();
  await expect(page.getByLabel("Cartas nuevas por día")).toBeInViewport({ ratio: 1 });
});

test("Home names the ways to progress, exams and imports above its folders, in one line of touch targets", async ({
  page,
  api,
}) => {
  await api.registerWith("Biología", numberedCards(2));
  await page.goto("/");
  const ways = page.getByRole("navigation", { name: "Más" });
  const box = await ways.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(50);
  expect(box?.y).toBeLessThan((await page.getByRole("tabpanel").boundingBox())?.y ?? 0);
  await link(ways, "Exámenes").tap();
  await expect(page.getByRole("heading", { name: "Exámenes", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/");
});

const readScrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function scrollTo(page: Page, top: number) {
  await page.evaluate((top) => window.scrollTo(0, top), top);
  await expect.poll(() => readScrollY(page)).toBe(top);
}

/** Scrolls down, opens the item in the middle of the screen, goes back, and expects it in the same place. */
async function expectPositionRestored(page: Page, row: Locator, top: number, leads: RegExp) {
  await scrollTo(page, top);
  const shown = row.filter({ visible: true });
  const at = await shown.evaluateAll((rows) => rows.findIndex((element) => element.getBoundingClientRect().top > 150));
  const opened = shown.nth(at);
  const name = (await opened.getByRole("heading").first().textContent()) ?? "";
  const before = await opened.boundingBox();
  await opened.tap({ position: { x: 40, y: 20 } });
  await expect(page).toHaveURL(leads);
  await expect.poll(() => readScrollY(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => readScrollY(page)).toBe(top);
  const again = page.getByRole("article", { name, exact: true });
  expect(Math.abs(((await again.boundingBox())?.y ?? 0) - (before?.y ?? -100))).toBeLessThanOrEqual(1);
}

/** Answers with more folders than a free account may have, each with one pending card. */
async function answerFolders(page: Page, count: number) {
  const now = new Date().toISOString();
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const folder = (id: number) => ({ ...sampleFolder(id, `Materia ${id}`), dueCount: 1 });
  const pending = (id: number) => ({
    folderId: id,
    name: `Materia ${id}`,
    color: "teal",
    icon: "M",
    total: 1,
    new: 0,
    hard: 1,
    medium: 0,
    easy: 0,
  });
  const figures = { totalCards: 4, dueCards: 1, newWaiting: 0, masteredCards: 0, difficultCards: 0 };
  const date = now.slice(0, 10);
  const review = { date, totalDue: count, newWaiting: 0, dueWaiting: 0, break: null, folders: ids.map(pending) };
  await page.route("**/api/folders", (route) => route.fulfill({ json: ids.map(folder) }));
  await page.route(/\/api\/folders\/\d+$/, (route) =>
    route.fulfill({ json: folder(Number(/\d+$/.exec(route.request().url())?.[0])) }),
  );
  await page.route(/\/api\/folders\/\d+\/cards\?/, (route) =>
    route.fulfill({ json: { cards: [], total: 0, next: null } }),
  );
  await page.route(/\/api\/folders\/\d+\/stats$/, (route) => route.fulfill({ json: figures }));
  await page.route("**/api/cards/review?*", (route) => route.fulfill({ json: [] }));
  await page.route("**/api/cards/daily-review", (route) => route.fulfill({ json: review }));
}

test("going back restores the position in every long list", async ({ page, api }) => {
  await api.register();
  await answerFolders(page, 60);
  const rows = page.getByRole("article");

  await page.goto("/");
  await expect(rows).toHaveCount(4);
  await expectPositionRestored(page, rows, 250, /\/pending-reviews\/\d+$/);
  await bottomBar(page).getByRole("link", { name: "Carpetas" }).tap();
  await expect(rows).toHaveCount(60);
  expect(await readScrollY(page)).toBe(0);
  await expectPositionRestored(page, rows, 2100, /\/folders\/\d+$/);
  await page.goto("/pending-reviews");
  await expect(rows).toHaveCount(60);
  await expectPositionRestored(page, rows, 1500, /\/pending-reviews\/\d+$/);

  await test.step("after a reload, and when everything has to be loaded again", async () => {
    await scrollTo(page, 1200);
    await page.reload();
    await expect.poll(() => readScrollY(page)).toBe(1200);
    await page.goto("/settings");
    await page.goBack();
    await expect(rows).toHaveCount(60);
    await expect.poll(() => readScrollY(page)).toBe(1200);
  });

  await test.step("with the text of the filter, and the selected day", async () => {
    await page.goto("/folders");
    await page.getByPlaceholder("Buscar carpetas...").fill("materia 1");
    await expect(rows).toHaveCount(11);
    await rows.nth(3).tap({ position: { x: 40, y: 20 } });
    await expect(page).toHaveURL(/\/folders\/\d+$/);
    await page.goBack();
    await expect(page.getByPlaceholder("Buscar carpetas...")).toHaveValue("materia 1");
    await expect(rows).toHaveCount(11);
    await link(page, "Buscar «materia 1» en todas las cartas").tap();
    await expect(page).toHaveURL("/search?q=materia%201");
  });
});

test("going back restores the position in a virtual list of hundreds", async ({ page, api }) => {
  await api.register();
  await answerFolders(page, 300);
  await page.goto("/folders");
  await expect(page.getByRole("article", { name: "Materia 1", exact: true })).toBeVisible();
  await expectPositionRestored(page, page.getByRole("article"), 12_000, /\/folders\/\d+$/);
  await page.reload();
  await expect.poll(() => readScrollY(page)).toBe(12_000);
});
