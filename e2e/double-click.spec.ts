import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Clicks twice within one frame: faster than any person, but not than a broken mouse. */
async function clickTwiceInOneFrame(locator: Locator) {
  await locator.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
}

/** Counts the requests that create something. */
function countPosts(page: Page, path: RegExp): () => number {
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && path.test(new URL(request.url()).pathname)) posts++;
  });
  return () => posts;
}

test("two clicks within one frame create one folder", async ({ page, api }) => {
  await api.register();
  await api.folder("Biología", []);
  const posts = countPosts(page, /^\/api\/folders$/);
  await page.goto("/folders");
  await button(page, "Nueva carpeta").click();
  await page.getByLabel("Nombre").fill("Historia");
  await clickTwiceInOneFrame(button(page, "Crear carpeta"));
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("article", { name: "Historia" })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(2);
  expect(posts()).toBe(1);
});

test("a double click creates one card, also with 'Guardar y añadir otra'", async ({ page, api }) => {
  await api.register();
  const { folder } = await api.folder("Biología", []);
  const posts = countPosts(page, /\/cards$/);
  await page.goto(`/folders/${folder.id}`);
  await button(page, "Añadir carta").click();
  await page.getByLabel("Anverso").fill("Uno");
  await page.getByLabel("Reverso").fill("1");
  await clickTwiceInOneFrame(button(page, "Guardar y añadir otra"));
  await expect(page.getByLabel("Anverso")).toHaveValue("");
  await page.getByLabel("Anverso").fill("Dos");
  await page.getByLabel("Reverso").fill("2");
  await clickTwiceInOneFrame(button(page, /^Guardar$/));
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(2);
  expect(posts()).toBe(2);
});
