import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, test, type Watch, waitForAnimations } from "./fixtures.ts";

const CHUNK = /\/assets\/folders-page-[^/]*\.js$/;
const errorScreen = (page: Page) => page.getByRole("heading", { name: "Something went wrong" });

/** Excuses the errors that a test provokes. */
function excuseErrors(watch: Watch) {
  watch.excuse(CHUNK, 404);
  for (const log of ["Error: Se rompió", "Unexpected rendering error", "TypeError: Failed to fetch dynamically"]) {
    watch.excuseLog(log);
  }
}

/** Counts the loads of the page; the returned function reads the count. */
function countLoads(page: Page): () => number {
  let count = 0;
  page.on("load", () => count++);
  return () => count;
}

test("a rendering error shows the error screen, which can be read and left", async ({ page, api, watch }) => {
  excuseErrors(watch);
  await api.register();
  await page.route(CHUNK, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "export default () => { throw new Error('Se rompió'); };" }),
  );
  await page.goto("/folders");
  await expect(errorScreen(page)).toBeVisible();
  await expect(
    page.getByText("An unexpected error occurred. Please refresh the page or try again.", { exact: true }),
  ).toBeVisible();
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await waitForAnimations(page);
    expect(await axeFindings(page)).toEqual([]);
  }
  await expect(page.getByText("Se rompió")).toBeHidden();
  await page.getByText("Error details").click();
  await expect(page.getByText("Se rompió")).toBeVisible();

  await page.unroute(CHUNK);
  await page.getByRole("button", { name: "Reload Page" }).click();
  await expect(page.getByRole("heading", { name: "Tu primera carpeta" })).toBeVisible();
});

test("after a deployment removed its files, the page reloads by itself", async ({ page, api, watch }) => {
  excuseErrors(watch);
  await api.register();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Empecemos por tu primera materia" })).toBeVisible();
  const count = countLoads(page);
  // The files are missing for the open page; the reloaded page knows the new ones.
  await page.route(CHUNK, async (route) => {
    if (count() === 0) await route.fulfill({ status: 404, body: "No existe" });
    else await route.continue();
  });
  await page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name: "Carpetas" }).click();
  await expect(page.getByRole("heading", { name: "Tu primera carpeta" })).toBeVisible();
  expect(count()).toBe(1);
});

test("permanently missing files show an error in place of the screen, without endless reloads", async ({
  page,
  api,
  watch,
}) => {
  excuseErrors(watch);
  await api.register();
  const count = countLoads(page);
  await page.route(CHUNK, (route) => route.fulfill({ status: 404, body: "No existe" }));
  await page.goto("/folders");
  await expect(page.getByRole("heading", { level: 1, name: "No se pudo cargar esta pantalla" })).toBeVisible();
  await page.waitForTimeout(1_000);
  expect(count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);

  await page.unroute(CHUNK);
  await page.getByRole("button", { name: "Reintentar" }).click();
  await expect(page.getByRole("heading", { name: "Tu primera carpeta" })).toBeVisible();
});
