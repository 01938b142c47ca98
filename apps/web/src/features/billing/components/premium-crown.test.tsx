import type { User } from "@repasa/contract/auth.ts";
import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { closePaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import { PremiumCrown } from "#features/billing/components/premium-crown.tsx";
import { SubscriptionAction } from "#features/billing/components/subscription-action.tsx";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

const show = (element: ReactElement, changes: Partial<User>) =>
  renderApp(<SignedIn user={sampleUser(changes)}>{element}</SignedIn>);

const premium: [string, Partial<User>][] = [
  ["subscription", { subscription: "active" }],
  ["statusMobile", { statusMobile: "active" }],
  ["a grace period", { subscription: "past_due", premium: true }],
];
const free: [string, Partial<User>][] = [
  ["nothing", {}],
  ["a plan that is over", { subscription: "canceled", statusMobile: "expired" }],
];

describe.each([
  ["the crown", <PremiumCrown key="crown" />, "Hazte Premium", "Premium"],
  ["the account's plan", <SubscriptionAction key="plan" />, "Suscríbete ahora", "Suscripción Premium Activa"],
] as const)("%s", (_, element, name, badge) => {
  it.each(free)("opens the paywall with %s", async (_case, changes) => {
    const { user } = show(element, changes);
    expect(screen.queryByText(badge)).toBeNull();
    await user.click(screen.getByRole("button", { name }));
    expect(paywallStore.snapshot()).toEqual({ open: true, reason: undefined });
    closePaywall();
  });

  it.each(premium)("is a sign of premium by %s", async (_case, changes) => {
    show(element, changes);
    expect(screen.getByText(badge)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
