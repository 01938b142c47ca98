import type { User } from "@repasa/contract/auth.ts";
import type { Plan } from "@repasa/contract/billing.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { closePaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import { PremiumCrown } from "#features/billing/components/premium-crown.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePlan, sampleUser } from "#testing/sample-data.ts";
import { settled } from "#testing/settled.ts";
import { SignedIn } from "#testing/signed-in.tsx";

function renderCrown(changes: Partial<User>, plan: Partial<Plan> = {}) {
  fakeApi().answer(billingEndpoints.plan, samplePlan(plan));
  return renderApp(
    <SignedIn user={sampleUser(changes)}>
      <PremiumCrown />
    </SignedIn>,
  );
}

const premium: [string, Partial<User>][] = [
  ["subscription", { subscription: "active" }],
  ["statusMobile", { statusMobile: "active" }],
  ["a grace period", { subscription: "past_due", premium: true }],
];
const free: [string, Partial<User>][] = [
  ["nothing", {}],
  ["a plan that is over", { subscription: "canceled", statusMobile: "expired" }],
];

describe("the crown", () => {
  it.each(free)("opens the paywall for a user with %s", async (_case, changes) => {
    const { user } = renderCrown(changes);
    expect(screen.queryByText("Premium")).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Hazte Premium" }));
    expect(paywallStore.snapshot()).toEqual({ open: true, reason: undefined });
    closePaywall();
  });

  it("is not shown where Premium is not sold", async () => {
    const { queryClient } = renderCrown({}, { sold: false });
    await settled(queryClient);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it.each(premium)("shows that the user has premium by %s", async (_case, changes) => {
    renderCrown(changes);
    expect(screen.getByText("Premium")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
