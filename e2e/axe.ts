import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** With the rule that what a control is called holds what stands on it, which axe still counts as an experiment. */
export function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ rules: { "label-content-name-mismatch": { enabled: true } } });
}
