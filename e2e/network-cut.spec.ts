import type { Page, Route } from "@playwright/test";
import { answer, expect, question, test, unsaved } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";

// The network is cut when likely screens have been loaded.
test.use({ loadAhead: true });

/** Ratings and undos. */
const REVIEWS = /\/api\/(cards\/\d+\/review|reviews$)/;

/** Turns the card, rates it and returns its question. */
async function rate(page: Page, key: string): Promise<string> {
  const front = await question(page).innerText();
  await page.keyboard.press("Space");
  await expect(answer(page)).toBeVisible();
  await page.keyboard.press(key);
  await expect(answer(page)).toBeHidden();
  return front;
}

/** Undoes the last rating and gives another one. */
async function undoAndRate(page: Page, key: string) {
  await page.keyboard.press("u");
  await expect(answer(page)).toBeVisible();
  await page.keyboard.press(key);
  await expect(answer(page)).toBeHidden();
}

test("the network is cut while studying: every rating is stored once, undone ones not at all", async ({
  page,
  context,
  api,
  watch,
}) => {
  const { folder } = await api.registerWith("Química", numberedCards(7));
  const position = (number: number) => page.getByText(`Carta ${number} de 7`);
  const expectedRatings: Record<string, { reviewCount: number; difficulty: string }> = {};
  const expected = (front: string, difficulty: string) => {
    expectedRatings[front] = { reviewCount: 1, difficulty };
  };
  watch.excuse(REVIEWS, "cut");
  watch.excuse(REVIEWS, 503);
  // The question for stars is loaded in advance, when the session ends.
  watch.excuse(/\/assets\//, "cut");

  // The way in which ratings and undos fail.
  let pass: (route: Route) => Promise<void> = (route) => route.continue();
  await page.route(REVIEWS, (route) => pass(route));

  await page.goto(`/study/${folder.id}`);
  await test.step("the network works", async () => {
    expected(await rate(page, "3"), "easy");
    await expect(position(2)).toBeVisible();
    await expect.poll(() => api.ratings()).toBe(1);
    await expect(unsaved(page)).toHaveCount(0);
  });

  await test.step("no response arrives: the next card does not wait for it", async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let cut = 0;
    pass = async (route) => {
      cut += 1;
      await opened;
      await route.abort();
    };
    expected(await rate(page, "2"), "medium");
    await expect(position(3)).toBeVisible();
    await expect.poll(() => cut).toBe(1);
    open();
  });

  await test.step("the connection is cut, also over a reload", async () => {
    pass = (route) => route.abort();
    const third = await rate(page, "1");
    await expect(position(4)).toBeVisible();
    await expect(page.getByText("2 guardadas en este dispositivo")).toBeVisible();
    expect(await api.ratings()).toBe(1);

    await page.reload();
    await expect(position(4)).toBeVisible();
    await expect(page.getByText("2 guardadas en este dispositivo")).toBeVisible();
    await undoAndRate(page, "3");
    expected(third, "easy");
    await expect(position(4)).toBeVisible();
    expect(await api.ratings()).toBe(1);
  });

  await test.step("the server is overloaded", async () => {
    const message = JSON.stringify({ message: "Ahora no", code: "unavailable" });
    pass = (route) => route.fulfill({ status: 503, contentType: "application/json", body: message });
    expected(await rate(page, "0"), "hard");
    await expect(position(5)).toBeVisible();
    await expect(page.getByText("3 guardadas en este dispositivo")).toBeVisible();
    expect(await api.ratings()).toBe(1);
  });

  await test.step("the server stores ratings, but its responses are lost", async () => {
    let lost = 0;
    pass = async (route) => {
      await route.fetch();
      lost += 1;
      await route.abort();
    };
    const fifth = await rate(page, "3");
    await expect(position(6)).toBeVisible();
    await context.setOffline(false);
    await expect.poll(() => lost).toBeGreaterThan(0);
    // This rating may or may not have reached the server when it is undone.
    await undoAndRate(page, "1");
    expected(fifth, "hard");
    await page.reload();
    await expect(position(6)).toBeVisible();
    await expect(unsaved(page)).toBeVisible();
  });

  await test.step("the network works again", async () => {
    pass = (route) => route.continue();
    expected(await rate(page, "2"), "medium");
    expected(await rate(page, "3"), "easy");
    await expect(page.getByText("Repaso 1 de 1")).toBeVisible();
    expectedRatings[await rate(page, "1")] = { reviewCount: 2, difficulty: "hard" };
    await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
    // A browser notifies the page like this when the network is back.
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(unsaved(page)).toHaveCount(0);
  });

  await expect.poll(() => api.log(folder.id)).toEqual(expectedRatings);
  expect(await api.ratings()).toBe(8);
  expect(Object.keys(expectedRatings)).toHaveLength(7);
});

test("a rating that is undone after its response was lost is undone on the server too", async ({
  page,
  api,
  watch,
}) => {
  const { folder } = await api.registerWith("Física", numberedCards(2));
  watch.excuse(REVIEWS, "cut");
  let answersLost = 0;
  await page.route(REVIEWS, async (route) => {
    await route.fetch();
    answersLost += 1;
    // The page may have been left meanwhile.
    await route.abort().catch(() => {});
  });
  await page.goto(`/study/${folder.id}`);
  const front = await rate(page, "3");
  await expect.poll(() => api.ratings()).toBe(1);
  await expect.poll(() => answersLost).toBeGreaterThan(0);
  await page.keyboard.press("u");
  await expect(answer(page)).toBeVisible();
  await page.unroute(REVIEWS);
  await page.reload();
  await expect(answer(page)).toBeVisible();
  await expect.poll(() => api.ratings()).toBe(0);
  await expect(unsaved(page)).toHaveCount(0);
  const log = await api.log(folder.id);
  expect(log[front]).toEqual({ reviewCount: 0, difficulty: "new" });
});

test("without a network, the other screens open from Home, or show an error until the network is back", async ({
  page,
  context,
  api,
  watch,
}) => {
  await api.registerWith("Química", numberedCards(3));
  watch.excuse(/./, "cut");
  watch.excuseLog("TypeError: Failed to fetch dynamically imported module");
  watch.excuseLog("The cards to study could not be loaded");
  const lastInAdvance = page.waitForResponse(/\/settings-page-.*\.js$/);
  await page.goto("/");
  await expect(page.getByText("3 cartas pendientes")).toBeVisible();
  await lastInAdvance;
  await page.waitForLoadState("networkidle");

  await context.setOffline(true);
  await page.getByRole("link", { name: "Comenzar revisión" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "No se pudieron cargar las cartas" })).toBeVisible();
  await page.getByRole("button", { name: "Salir de la sesión" }).click();
  await page.getByRole("link", { name: "Tienda" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "No se pudo cargar esta pantalla" })).toBeVisible();
  await page.getByRole("link", { name: "Carpetas", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No se pudo cargar esta pantalla" })).toHaveCount(0);
  await page.getByRole("link", { name: "Tienda" }).click();
  await expect(page.getByRole("heading", { name: "No se pudo cargar esta pantalla" })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Tienda" })).toBeVisible();
});
