import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, settle } from "./fixtures.ts";

/**
 * What axe finds on a page, with the rule that what a control is called holds what stands on it, which it still counts as
 * an experiment. In the dark only colours differ, so that only contrast is looked at.
 */
export async function axeFindings(page: Page, colorScheme: "light" | "dark" = "light") {
  // The pages have no frames, for which axe would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const chosen = colorScheme === "dark" ? axe.withRules("color-contrast") : axe.options({ rules });
  const { violations } = await chosen.analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, any }) => ({ id, impact, html, why: any[0]?.message })),
  );
}

/** Nothing that axe finds serious, light and dark. */
export async function expectAccessible(page: Page, schemes: readonly ("light" | "dark")[] = ["light", "dark"]) {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settle(page);
    const findings = await axeFindings(page, colorScheme);
    const serious = findings.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious, `nothing serious in the ${colorScheme}`).toEqual([]);
  }
}
