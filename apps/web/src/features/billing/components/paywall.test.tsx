import type { User } from "@repasa/contract/auth.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { navigate } from "wouter/use-browser-location";
import { closePaywall, openPaywall } from "#features/billing/billing.paywall.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { RoutedPaywall } from "#testing/routed-paywall.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

const PRICE = { formatted_annual: "29,99 €", formatted_monthly: "2,50 €", publishableKey: "" };
const OFF = { message: "Los pagos no están disponibles en este momento", code: "unavailable" };
const KNOWN = "Por solo 29,99 € al año (menos de 2,50 € al mes)";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(billingEndpoints.price, PRICE);
  return () => act(() => closePaywall());
});

async function openOffer(user: Partial<User> = {}, fresh = user) {
  api.answer(authEndpoints.currentUser, sampleUser(fresh));
  const rendered = renderApp(
    <SignedIn user={sampleUser(user)}>
      <RoutedPaywall />
    </SignedIn>,
  );
  act(() => openPaywall());
  await screen.findByRole("dialog");
  return rendered;
}

const sheet = () => within(screen.getByRole("dialog", { name: "Impulsa tu memoria" }));

describe("the offer", () => {
  it("is closed by opening another screen", async () => {
    await openOffer();
    act(() => navigate("/store"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is replaced by a confirmation when the user turns out to have premium", async () => {
    await openOffer({}, { statusMobile: "active" });
    expect(await screen.findByRole("dialog", { name: "Suscripción Premium Activa" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Empezar ahora" })).toBeNull();
  });
});

describe("the price", () => {
  it("is shown as failed after one retry, and can be loaded again", async () => {
    api.fail(billingEndpoints.price, 500, { message: "Ha ocurrido un error inesperado", code: "internal" });
    const { user } = await openOffer();
    expect(await sheet().findByText("Error al cargar precio")).toBeTruthy();
    expect(api.callsTo(billingEndpoints.price)).toHaveLength(2);
    api.answer(billingEndpoints.price, PRICE);
    await user.click(sheet().getByRole("button", { name: "Reintentar" }));
    expect(await sheet().findByText(KNOWN)).toBeTruthy();
  });

  it("is shown as failed without a connection too", async () => {
    api.on(billingEndpoints.price, () => Promise.reject(new TypeError("Failed to fetch")));
    await openOffer();
    expect(await sheet().findByText("Error al cargar precio")).toBeTruthy();
  });

  it("is not available when the response has no amounts", async () => {
    api.answer(billingEndpoints.price, { formatted_annual: "", formatted_monthly: "", publishableKey: "" });
    await openOffer();
    expect(await sheet().findByText("Precio no disponible")).toBeTruthy();
    expect(sheet().queryByRole("button", { name: "Reintentar" })).toBeNull();
  });

  it("is requested once in ten minutes, over several openings", async () => {
    const { user } = await openOffer();
    await sheet().findByText(KNOWN);
    for (const [minutes, calls] of [
      [9, 1],
      [2, 2],
    ] as const) {
      await user.click(sheet().getByRole("button", { name: "Cerrar" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      const now = Date.now();
      vi.spyOn(Date, "now").mockReturnValue(now + minutes * 60_000);
      act(() => openPaywall());
      await sheet().findByText(KNOWN);
      await waitFor(() => expect(api.callsTo(billingEndpoints.price)).toHaveLength(calls));
    }
    vi.mocked(Date.now).mockRestore();
  });
});

describe("restoring a purchase", () => {
  it("activates premium again", async () => {
    const { user } = await openOffer({ mobile: true });
    api.answer(billingEndpoints.restore, { premium: true });
    api.answer(authEndpoints.currentUser, sampleUser({ mobile: true, statusMobile: "active", premium: true }));
    await user.click(sheet().getByRole("button", { name: "Restaurar la compra" }));
    expect(await toasts().findByText("Compra restaurada")).toBeTruthy();
    expect(screen.getByRole("dialog", { name: "Suscripción Premium Activa" })).toBeTruthy();
  });

  it("reports the purchase as restored even if the account cannot be loaded again", async () => {
    const { user } = await openOffer({ mobile: true });
    api.answer(billingEndpoints.restore, { premium: true });
    api.fail(authEndpoints.currentUser, 500);
    await user.click(sheet().getByRole("button", { name: "Restaurar la compra" }));
    expect(await toasts().findByText("Compra restaurada")).toBeTruthy();
    expect(toasts().queryByText("No se pudo restaurar la compra. Inténtalo de nuevo.")).toBeNull();
  });

  it("reports when there is nothing to restore, and when it failed", async () => {
    const { user } = await openOffer({ mobile: true });
    api.answer(billingEndpoints.restore, { premium: false });
    await user.click(sheet().getByRole("button", { name: "Restaurar la compra" }));
    expect(await toasts().findByText("No hemos encontrado ninguna compra en tu cuenta")).toBeTruthy();
    api.fail(billingEndpoints.restore, 503, OFF);
    await user.click(sheet().getByRole("button", { name: "Restaurar la compra" }));
    expect(await toasts().findByText(OFF.message)).toBeTruthy();
    api.fail(billingEndpoints.restore, 500);
    await user.click(sheet().getByRole("button", { name: "Restaurar la compra" }));
    expect(await toasts().findByText("No se pudo restaurar la compra. Inténtalo de nuevo.")).toBeTruthy();
  });
});
