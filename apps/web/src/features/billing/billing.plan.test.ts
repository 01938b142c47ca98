// @vitest-environment node
import type { User } from "@repasa/contract/auth.ts";
import { expect, it } from "vitest";
import { isPremium } from "#features/billing/billing.plan.ts";
import { sampleUser } from "#testing/sample-data.ts";

it.each<[Partial<User>, boolean]>([
  [{ subscription: "active" }, true],
  [{ statusMobile: "active" }, true],
  [{ subscription: "past_due", premium: true }, true],
  [{}, false],
  [{ subscription: "canceled", statusMobile: "expired" }, false],
])("a user with %j has premium: %s", (changes, premium) => {
  expect(isPremium(sampleUser(changes))).toBe(premium);
});
