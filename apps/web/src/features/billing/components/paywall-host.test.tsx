import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openPaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import { PaywallHost } from "#features/billing/components/paywall-host.tsx";
import { consoleOutput } from "#testing/console-output.ts";
import { renderApp } from "#testing/render.tsx";
import { toasts } from "#testing/toasts.ts";

vi.mock("#features/billing/components/paywall.tsx", () => {
  throw new Error("no connection");
});

it("leaves the screen unchanged and shows a toast when the paywall's code cannot be loaded", async () => {
  renderApp(
    <main>
      La pantalla
      <PaywallHost path="/" />
    </main>,
  );
  act(() => openPaywall());
  expect(await toasts().findByText("No se pudo abrir. Comprueba tu conexión e inténtalo de nuevo.")).toBeTruthy();
  expect(screen.getByText("La pantalla")).toBeTruthy();
  expect(paywallStore.snapshot().open).toBe(false);
  expect(consoleOutput("error")).toEqual(["A part of the app could not be loaded"]);
});
