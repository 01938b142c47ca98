import type { Page } from "@playwright/test";
import { axeFindings, expectAccessible } from "./axe.ts";
import { expect, test, waitForAnimations } from "./fixtures.ts";
import { expectReadable } from "./large-text.ts";
import { tours } from "./screens.ts";
import { checksAllSizes } from "./sizes.ts";

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 320, height: 640 };

/**
 * Inspects a screen with axe on a desktop, its contrast in the dark on a phone, and text at twice the size; `npm run
 * test:screens` adds axe's other rules on a phone, the dark scheme on a desktop, and more sizes of text.
 */
async function inspect(page: Page, screen: string) {
  await expectAccessible(page);
  await expectReadable(page, screen, { ...PHONE, percent: 200 });
  if (checksAllSizes) {
    await expectReadable(page, screen, { ...DESK, percent: 200 });
    await expectReadable(page, screen, { ...SMALL_PHONE, percent: 100 });
  }
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await waitForAnimations(page);
  expect
    .soft(await axeFindings(page, checksAllSizes ? "light" : "dark"), `${screen}, at the size of a phone`)
    .toEqual([]);
  await page.setViewportSize(DESK);
}

for (const [name, tour] of Object.entries(tours)) {
  test(`screens ${name} are accessible, light and dark, and support large text`, async ({ page, api, watch }) => {
    for await (const screen of tour({ page, api, watch })) await test.step(screen, () => inspect(page, screen));
  });
}
