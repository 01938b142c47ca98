import type { User } from "@repasa/contract/auth.ts";
import { screen } from "@testing-library/react";
import { Suspense } from "react";
import { describe, expect, it } from "vitest";
import { PaymentPlace } from "#features/billing/components/payment-place.tsx";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

function renderPaymentPlace(changes: Partial<User>) {
  return renderApp(
    <SignedIn user={sampleUser(changes)}>
      <Suspense>
        <PaymentPlace />
      </Suspense>
    </SignedIn>,
  );
}

describe("PaymentPlace", () => {
  it("says that premium is paused to a user who has none any more, whatever the end of the grace period", async () => {
    renderPaymentPlace({ subscription: "past_due", graceUntil: "2026-03-17T12:00:00.000Z" });
    expect(await screen.findByText(/Premium está en pausa\. Actualiza la tarjeta para recuperarlo\.$/)).toBeTruthy();
  });

  it("does not mention a pause if premium comes from another source", async () => {
    renderPaymentPlace({ subscription: "past_due", premium: true, graceUntil: null });
    expect(await screen.findByText(/^No pudimos cobrar .* para conservarla\.$/)).toBeTruthy();
    expect(screen.queryByText(/en pausa/)).toBeNull();
  });

  it("shows nothing to a user without a payment that failed", async () => {
    for (const subscription of ["free", "active", "canceled", "paused"]) {
      const { container } = renderPaymentPlace({ subscription });
      await Promise.resolve();
      expect(container.textContent).toBe("");
    }
  });
});
