import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, waitForAnimations } from "./fixtures.ts";

/**
 * Returns axe's findings on a page, including its experimental rule that a control's accessible name contains its visible
 * label. The dark scheme differs only in colours, so that only contrast is checked there.
 */
export async function axeFindings(page: Page, colorScheme: "light" | "dark" = "light") {
  // The pages have no frames; axe would open another page each time to look for them.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const chosen = colorScheme === "dark" ? axe.withRules("color-contrast") : axe.options({ rules });
  const { violations } = await chosen.analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, any }) => ({ id, impact, html, why: any[0]?.message })),
  );
}

/** Expects no serious violations, light and dark. */
export async function expectAccessible(page: Page, schemes: readonly ("light" | "dark")[] = ["light", "dark"]) {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await waitForAnimations(page);
    const findings = await axeFindings(page, colorScheme);
    const serious = findings.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious, `nothing serious in the ${colorScheme}`).toEqual([]);
  }
}
