import { gzipSync } from "node:zlib";
import { screenNames, screens } from "@repasa/contract/screens.ts";
import { expect } from "./fixtures.ts";
import { test } from "./gated.ts";
import { numberedCards } from "./seed.ts";
import { readCachedTypes, workerReady } from "./worker.ts";

test.use({ serviceWorkers: "allow" });

const SHELL_LANDMARK = "main#contenido";

test("without a server every screen opens, and other pages say that there is no connection", async ({
  page,
  context,
  carryFolder,
  gate,
  watch,
}) => {
  watch.excuse(/localhost/, 502);
  await test.step("the worker is delivered as it should be", async () => {
    const { headers, body } = await page.request.get("/sw.js").then(async (one) => ({
      headers: one.headers(),
      body: await one.body(),
    }));
    expect(headers).toMatchObject({ "cache-control": "no-cache", "x-content-type-options": "nosniff" });
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["set-cookie"]).toBeUndefined();
    expect(gzipSync(body).length).toBeLessThanOrEqual(12_000);
  });
  await test.step("a visitor gets no worker", async () => {
    await page.goto(`${gate.origin}/login`);
    await page.waitForTimeout(2500);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  });
  const { folder, cards } = await carryFolder(numberedCards(3));
  await workerReady(page);

  await gate.shut();
  await test.step("member screens show the app", async () => {
    const members = screenNames.filter((name) => screens[name].access === "member" || name === "home");
    for (const name of members) {
      const path = screens[name].pattern
        .replace(/:folderId\??/, String(folder.id))
        .replace(/:cardId/, String(cards[0]?.id))
        .replace(/\/:examId\?/, "");
      const response = await page.goto(gate.origin + path);
      expect(response?.fromServiceWorker(), path).toBe(true);
      await expect(page.locator(SHELL_LANDMARK), path).toBeVisible();
      expect(await page.title(), path).toContain("Repasa");
      await expect(page.getByRole("heading", { name: "Sin conexión" }), path).toHaveCount(0);
    }
  });
  await test.step("other pages show ours, until the server is back", async () => {
    const pages = [
      "/login",
      "/support",
      "/verify-email#token=x",
      "/new-password#token=x",
      "/nada",
      "/c/token",
      "/terms-of-service",
    ];
    for (const path of pages) {
      await page.goto(gate.origin + path);
      await expect(page.getByRole("heading", { name: "Sin conexión", level: 1 }), path).toBeVisible();
    }
    await gate.open();
    gate.mode = "gateway";
    await page.getByRole("link", { name: "Reintentar" }).click();
    await expect(page.getByRole("heading", { name: "Sin conexión" })).toBeVisible();
    gate.mode = "open";
    await page.getByRole("link", { name: "Reintentar" }).click();
    await expect(page.getByRole("heading", { name: "Términos de servicio" })).toBeVisible();
  });
  await test.step("the page of a link comes from the server, also to whoever is signed in", async () => {
    watch.excuse(/\/c\/token$/, 404);
    await page.goto(`${gate.origin}/c/token`);
    await expect(page.getByRole("heading", { name: "Este enlace no está disponible" })).toBeVisible();
  });
  await test.step("a hotspot's page is shown, and stored nowhere", async () => {
    gate.mode = "portal";
    await page.goto(`${gate.origin}/support`);
    await expect(page.getByRole("heading", { name: "Wifi del tren" })).toBeVisible();
    await page.goto(`${gate.origin}/settings`);
    await expect(page.locator(SHELL_LANDMARK)).toBeVisible();
    expect(await readCachedTypes(context)).toEqual(["text/javascript; charset=utf-8"]);
    gate.mode = "open";
    await page.reload();
    await expect(page.getByRole("heading", { name: "Ajustes" })).toBeVisible();
  });
});
