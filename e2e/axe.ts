import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { expect, waitForAnimations } from "./fixtures.ts";
import { checksAllSizes } from "./sizes.ts";

/**
 * Returns axe's findings on a page, including its experimental rule that a control's accessible name contains its visible
 * label. The dark scheme differs only in colours, so that only contrast is checked there.
 */
export async function axeFindings(page: Page, colorScheme: "light" | "dark" = "light") {
  // Parsing axe takes about as long as an analysis, so it remains in the page until another is loaded.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    // Describing everything without violations would take longer than finding the violations.
    resultTypes: ["violations"],
    ...(colorScheme === "dark"
      ? { runOnly: ["color-contrast"] }
      : { rules: { "label-content-name-mismatch": { enabled: true } } }),
  };
  return page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html, any }) => ({ id, impact, html, why: any[0]?.message })),
    );
  }, options);
}

/** Expects no serious violations. The dark scheme is left to screens.spec.ts, except in `npm run test:screens`. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of checksAllSizes ? (["light", "dark"] as const) : (["light"] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await waitForAnimations(page);
    const findings = await axeFindings(page, colorScheme);
    const serious = findings.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious, `nothing serious in the ${colorScheme}`).toEqual([]);
  }
}

/** The schemes to check at each width: those of a phone, because screens.spec.ts analyses the layout for desktops. */
const SCHEMES_BY_WIDTH: readonly (readonly [width: number, schemes: readonly ("light" | "dark")[]])[] = [
  [320, []],
  [390, ["light", "dark"]],
  [1280, checksAllSizes ? ["light", "dark"] : []],
];

/**
 * Expects what is shown to be accessible on a phone, light and dark, and not to scroll sideways on a phone or a desktop, even
 * at 320 px. The page is resized and not loaded again; it ends at the size of a desktop.
 */
export async function expectSound(page: Page, screen: string) {
  for (const [width, schemes] of SCHEMES_BY_WIDTH) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await waitForAnimations(page);
      expect(await axeFindings(page, colorScheme), `${screen}, ${width} px, ${colorScheme}`).toEqual([]);
    }
    // Charts measure the width that they have a frame later.
    await expect
      .poll(
        () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${screen}, ${width} px`,
      )
      .toBeLessThanOrEqual(0);
  }
}
