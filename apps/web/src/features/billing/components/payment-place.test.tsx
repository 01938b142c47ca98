import type { User } from "@repasa/contract/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { describe, expect, it } from "vitest";
import { PaymentPlace } from "#features/billing/components/payment-place.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

// jsdom only implements navigation within a page, so the address differs only in its fragment.
const PORTAL = "http://localhost:3000/#portal";

function renderPaymentPlace(changes: Partial<User>) {
  const api = fakeApi();
  api.answer(billingEndpoints.createPortal, { url: PORTAL });
  const rendered = renderApp(
    <SignedIn user={sampleUser(changes)}>
      <Suspense>
        <PaymentPlace />
      </Suspense>
    </SignedIn>,
  );
  return { ...rendered, api };
}

describe("PaymentPlace", () => {
  it("shows the deadline for paying a failed renewal, and links to the payment provider", async () => {
    const { user, api } = renderPaymentPlace({
      subscription: "active",
      premium: true,
      graceUntil: "2026-03-17T12:00:00.000Z",
    });
    expect(await screen.findByText(/^No pudimos cobrar .* antes del 17 de marzo de 2026 /)).toBeTruthy();
    expect(screen.getAllByRole("button")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Actualizar la tarjeta" }));
    await waitFor(() => expect(window.location.href).toBe(PORTAL));
    expect(api.callsTo(billingEndpoints.createPortal)).toHaveLength(1);
  });

  it.each(["past_due", "unpaid"])(
    "says that premium is paused after a failed renewal that left the subscription %s",
    async (subscription) => {
      renderPaymentPlace({ subscription, graceUntil: subscription === "past_due" ? "2026-03-17T12:00:00.000Z" : null });
      expect(await screen.findByText(/Premium está en pausa\. Actualiza la tarjeta para recuperarlo\.$/)).toBeTruthy();
    },
  );

  it("does not mention a pause if premium comes from another source", async () => {
    renderPaymentPlace({ subscription: "past_due", premium: true, graceUntil: null });
    expect(await screen.findByText(/^No pudimos cobrar .* para conservarla\.$/)).toBeTruthy();
    expect(screen.queryByText(/en pausa/)).toBeNull();
  });

  it.each(["free", "active", "canceled", "paused"])(
    "shows nothing to a user whose subscription is %s",
    async (subscription) => {
      const { container } = renderPaymentPlace({ subscription });
      await Promise.resolve();
      expect(container.textContent).toBe("");
    },
  );
});
