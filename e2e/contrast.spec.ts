// Forced colours, more contrast and enlarged text: what is drawn where grounds and tints are gone.
import type { Locator, Page } from "@playwright/test";
import { expect, question, test } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";

const readStyle = (locator: Locator, name: string) =>
  locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

/** Returns the buttons, and the links and lists that look like one, that have neither an edge nor a ground of their own. */
const listEdgeless = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a.rounded-control.border, :has(> select)")]
      .filter((control) => control.checkVisibility() && getComputedStyle(control).borderTopWidth === "0px")
      .map((control) => control.innerText || control.ariaLabel),
  );

test("forced colours keep edges, the current screen, the chosen day and progress", async ({ page, api }) => {
  const { folder } = await api.registerWith("Anatomía", numberedCards(2));
  // So many that Home's button has a second half, which chooses how many a session asks.
  const { cards } = await api.folder("Historia", numberedCards(44));
  for (const card of cards) await api.rate(card, "hard", 3);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/");
  await expect(page.getByLabel("Cartas por sesión")).toBeEnabled();
  const current = page.getByRole("navigation", { name: "Principal" }).locator("[aria-current=page]:visible").first();
  const other = page.getByRole("navigation", { name: "Principal" }).locator("a:visible:not([aria-current])").first();
  await expect(current).toBeVisible();
  expect(await readStyle(current, "background-color")).not.toBe(await readStyle(other, "background-color"));
  const chosen = page.getByRole("tab", { selected: true });
  await expect(chosen).toBeVisible();
  const neighbour = page.getByRole("tab", { selected: false }).first();
  expect(await readStyle(chosen, "background-color")).not.toBe(await readStyle(neighbour, "background-color"));
  expect(await listEdgeless(page)).toEqual([]);
  if (process.env.E2E_PICTURES) await page.screenshot({ path: `${process.env.E2E_PICTURES}/forced-home.png` });

  await page.goto(`/study/${folder.id}`);
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Space");
  await page.keyboard.press("a");
  await expect(page.getByText("Carta 2 de 2")).toBeVisible();
  const fill = page.locator(".study-frame header .bg-brand");
  expect(await readStyle(fill, "background-color")).not.toBe(await readStyle(fill.locator(".."), "background-color"));
  expect(await listEdgeless(page)).toEqual([]);
  if (process.env.E2E_PICTURES) await page.screenshot({ path: `${process.env.E2E_PICTURES}/forced-study.png` });
});

test("more contrast draws edges and marks the current screen", async ({ page, api }) => {
  await api.register();
  await page.goto("/");
  const current = page.getByRole("navigation", { name: "Principal" }).locator("[aria-current=page]:visible").first();
  await expect(current).toBeVisible();
  const ink = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ink-soft"));
  const [shadow, soft] = [await readStyle(current, "box-shadow"), await ink()];
  await page.emulateMedia({ contrast: "more" });
  expect(await readStyle(current, "box-shadow")).not.toBe(shadow);
  expect(await ink()).not.toBe(soft);
  if (process.env.E2E_PICTURES) await page.screenshot({ path: `${process.env.E2E_PICTURES}/contrast-home.png` });
});

test("enlarged text on a phone is hyphenated in Spanish, and Home's ring grows with it", async ({ page, api }) => {
  await api.registerWith("Anatomía", numberedCards(2));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const ring = page.getByRole("img", { name: /^Carpetas sin nada pendiente/ });
  await expect(ring).toBeVisible();
  const width = async () => (await ring.boundingBox())?.width ?? 0;
  const before = await width();
  expect(await readStyle(page.locator("body"), "hyphens")).toBe("manual");
  const client = await page.context().newCDPSession(page);
  await client.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await expect.poll(width).toBe(2 * before);
  expect(await readStyle(page.locator("body"), "hyphens")).toBe("auto");
  if (process.env.E2E_PICTURES) await page.screenshot({ path: `${process.env.E2E_PICTURES}/large-home.png` });
});
