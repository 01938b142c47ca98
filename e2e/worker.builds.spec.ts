// The builds that a worker keeps: erased, replaced by the next one, or taken back.
import type { Page } from "@playwright/test";
import { isCopyFilled } from "./copy.ts";
import { expect, question } from "./fixtures.ts";
import { test } from "./gated.ts";
import { numberedCards } from "./seed.ts";
import { checksAllSizes } from "./sizes.ts";
import { readCachedTypes, workerReady } from "./worker.ts";

test.use({ serviceWorkers: "allow" });

const buildOf = (page: Page) => page.locator("meta[name=build]").getAttribute("content");

/** Looks for a new build, and waits until it is complete on this device or has failed. */
async function lookForUpdate(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const worker = registration?.installing ?? registration?.waiting;
    while (worker?.state === "installing") await new Promise((resolve) => setTimeout(resolve, 50));
    return worker?.state === "installed";
  });
}

/** Marks the document, so that a reload can be noticed. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);

test("a build that the browser has erased under a living worker comes back at the next contact", async ({
  page,
  context,
  carryFolder,
  gate,
}) => {
  await carryFolder(numberedCards(3));
  await workerReady(page);
  const eraseAll = () =>
    page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
  const countFiles = () =>
    page.evaluate(async () => {
      const [name] = (await caches.keys()).filter((one) => one.startsWith("repasa-build-"));
      return name === undefined ? 0 : (await (await caches.open(name)).keys()).length;
    });
  const complete = await countFiles();
  await test.step("when a screen is opened", async () => {
    await eraseAll();
    await page.getByRole("link", { name: "Carpetas", exact: true }).first().click();
    await expect.poll(countFiles, { timeout: 20_000 }).toBe(complete);
  });
  await test.step("when the app is started, which then starts without a network, too", async () => {
    await eraseAll();
    await page.reload();
    await expect.poll(countFiles, { timeout: 20_000 }).toBe(complete);
    await expect.poll(() => isCopyFilled(page), { timeout: 20_000 }).toBe(true);
    await page.close();
    await gate.shut();
    const next = await context.newPage();
    await next.goto(`${gate.origin}/dashboard`);
    await expect(next.getByText("3 cartas pendientes")).toBeVisible();
  });
});

test("a new build takes over at the next screen, whole, and not while something is open", async ({
  page,
  context,
  api,
  gate,
  watch,
}) => {
  watch.excuse(/\/assets\/|\/sw\.js/, 404);
  await api.registerWith("Química", numberedCards(3));
  await page.goto(`${gate.origin}/dashboard`);
  await workerReady(page);
  const first = await buildOf(page);

  await test.step("a build that lacks a file is not adopted", async () => {
    gate.deployed = "incomplete";
    expect(await lookForUpdate(page)).toBe(false);
    await page.reload();
    expect(await buildOf(page)).toBe(first);
  });
  await test.step("a running session and an open form are left alone", async () => {
    await page
      .getByRole("link", { name: /Comenzar revisión/ })
      .first()
      .click();
    await expect(question(page)).toBeVisible();
    await mark(page);
    gate.deployed = "second";
    expect(await lookForUpdate(page)).toBe(true);
    for (const key of ["Space", "3"]) await page.keyboard.press(key);
    await expect(page.getByText("Carta 2 de 3")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Inicio" }).or(page.locator("h1"))).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  });
  await test.step("files of the old build still load", async () => {
    const old = await page.evaluate(() => document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "");
    expect(await page.evaluate(async (url) => (await fetch(url)).status, old)).toBe(200);
    expect((await page.request.get(old)).status()).toBe(404);
  });
  await test.step("the next screen comes from the new build, once", async () => {
    const open = (name: string) => page.getByRole("link", { name, exact: true }).first().click();
    // The app stays where it is while a rating is being sent, so that the screen after the next one may be the first.
    await expect(async () => {
      for (const name of ["Inicio", "Carpetas"]) await open(name);
      await expect.poll(() => buildOf(page), { timeout: 3000 }).not.toBe(first);
    }).toPass({ timeout: 60_000 });
    await open("Carpetas");
    await expect(page.getByRole("heading", { name: "Carpetas" })).toBeVisible();
    await mark(page);
    await page.getByRole("link", { name: "Ajustes", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "Ajustes" })).toBeVisible();
    await page.waitForTimeout(500);
    expect(await isMarked(page)).toBe(true);
  });
  // Chromium activates it once the old worker is idle. If a call of the page starts the old one again in that moment, this
  // takes up to five minutes, which happens on busy machines: `npm run test:screens` waits for it.
  if (checksAllSizes) {
    test.setTimeout(600_000);
    await test.step("its worker has taken over", async () => {
      const isOver = async () => (await navigator.serviceWorker.getRegistration())?.waiting === null;
      await expect.poll(() => page.evaluate(isOver), { timeout: 330_000 }).toBe(true);
    });
  }
  await test.step("an earlier build can come back, at the next start", async () => {
    gate.deployed = "first";
    expect(await lookForUpdate(page)).toBe(true);
    await page.close();
    const next = await context.newPage();
    await next.goto(`${gate.origin}/folders`);
    expect(await buildOf(next)).toBe(first);
    await test.step("a version without a worker ends the worker", async () => {
      gate.deployed = "none";
      await next.goto(`${gate.origin}/settings`);
      await expect
        .poll(() => next.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
        .toBe(0);
      await next.goto(`${gate.origin}/folders`);
      expect(await readCachedTypes(context)).toEqual([]);
    });
  });
});
