import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { rememberReturnPath } from "#features/billing/billing.return-path.ts";
import PremiumCancelPage from "#features/billing/premium-cancel-page.tsx";
import PremiumSuccessPage from "#features/billing/premium-success-page.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { noteReached } from "#lib/connection.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { getLinkTarget } from "#testing/link-target.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(billingEndpoints.restore, { premium: false });
});

const readPageTitle = () => screen.getByRole("heading", { level: 1 }).textContent;
const countChecks = () => api.callsTo(billingEndpoints.restore).length;
const advanceSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000 + 5));

function setOrigin(path: string) {
  window.history.replaceState(null, "", path);
  rememberReturnPath();
}

describe("the page after a payment", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    noteReached();
  });

  async function renderSuccessPage(user = sampleUser()) {
    const rendered = renderApp(
      <SignedIn user={user}>
        <PremiumSuccessPage />
      </SignedIn>,
      "/premium/success?session_id=cs_test_1",
    );
    await advanceSeconds(0);
    return rendered;
  }

  function completePayment() {
    api.answer(billingEndpoints.restore, { premium: true });
    api.answer(authEndpoints.currentUser, sampleUser({ subscription: "active", premium: true }));
  }

  it("shows premium at once when the payment has arrived, and updates all of the app", async () => {
    setOrigin("/folders/3?orden=a");
    completePayment();
    const { queryClient } = await renderSuccessPage();
    expect(readPageTitle()).toBe("Ya tienes Premium");
    expect(queryClient.getQueryData(userQuery.queryKey)?.premium).toBe(true);
    expect(getLinkTarget("Volver a donde estabas")).toBe("/folders/3?orden=a");
    expect(document.title).toBe("Ya tienes Premium · Repasa");
    await advanceSeconds(60);
    expect(countChecks()).toBe(1);
  });

  it("polls with growing pauses until the payment arrives", async () => {
    await renderSuccessPage();
    expect(readPageTitle()).toBe("Estamos confirmando tu pago");
    const times: number[] = [];
    for (let second = 1, before = countChecks(); second <= 15; second++) {
      await advanceSeconds(1);
      if (countChecks() > before) times.push(second);
      before = countChecks();
    }
    expect(times).toEqual([1, 3, 6, 10, 15]);
    completePayment();
    await advanceSeconds(7);
    expect(readPageTitle()).toBe("Ya tienes Premium");
    expect(getLinkTarget("Ir al inicio")).toBe("/");
  });

  it("explains after half a minute that it takes longer, and polls again on request", async () => {
    await renderSuccessPage();
    await advanceSeconds(29);
    expect(readPageTitle()).toBe("Estamos confirmando tu pago");
    await advanceSeconds(1);
    expect(readPageTitle()).toBe("Tu pago tarda un poco más");
    expect(screen.getByText(/No se te cobrará dos veces, y Premium aparecerá solo/)).toBeTruthy();
    expect(getLinkTarget("soporte")).toBe("/support");
    const before = countChecks();
    await advanceSeconds(60);
    expect(countChecks()).toBe(before);
    const again = screen.getByRole("button", { name: "Comprobar de nuevo" });
    again.focus();
    fireEvent.click(again);
    await advanceSeconds(1);
    expect(again.getAttribute("aria-busy")).toBe("true");
    expect(document.activeElement).toBe(again);
    completePayment();
    await advanceSeconds(2);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Ya tienes Premium" }));
  });

  it("tolerates single failures, and reports three in a row", async () => {
    api.fail(billingEndpoints.restore, 500);
    await renderSuccessPage();
    api.answer(billingEndpoints.restore, { premium: false });
    await advanceSeconds(1);
    api.fail(billingEndpoints.restore, 503, { message: "El servicio de pagos no responde.", code: "unavailable" });
    await advanceSeconds(5);
    expect(readPageTitle()).toBe("Estamos confirmando tu pago");
    await advanceSeconds(4);
    expect(readPageTitle()).toBe("No pudimos comprobar tu pago");
    expect(screen.getByText(/Si lo completaste, está a salvo: no se te cobrará dos veces/)).toBeTruthy();
    completePayment();
    const retry = screen.getByRole("button", { name: "Reintentar" });
    retry.focus();
    fireEvent.click(retry);
    await advanceSeconds(0);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Ya tienes Premium" }));
  });

  it("says without a network that it needs one, and confirms the payment when it is back", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    const { queryClient } = await renderSuccessPage();
    expect(readPageTitle()).toBe("Hace falta conexión para confirmar tu pago");
    expect(screen.getByRole("button", { name: "Reintentar" })).toBeTruthy();
    await advanceSeconds(60);
    expect(readPageTitle()).toBe("Hace falta conexión para confirmar tu pago");
    api = fakeApi();
    completePayment();
    // As the line about the connection does once the server answers.
    await act(async () => {
      noteReached();
      await queryClient.invalidateQueries();
    });
    await advanceSeconds(0);
    expect(readPageTitle()).toBe("Ya tienes Premium");
  });

  it("does not wait for ever for calls that hang", async () => {
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    await renderSuccessPage();
    expect(readPageTitle()).toBe("Estamos confirmando tu pago");
    await advanceSeconds(40);
    expect(readPageTitle()).toBe("No pudimos comprobar tu pago");
  });

  it("does not report success while the user cannot be reloaded", async () => {
    completePayment();
    api.fail(authEndpoints.currentUser, 500);
    await renderSuccessPage();
    expect(readPageTitle()).toBe("Estamos confirmando tu pago");
    completePayment();
    await advanceSeconds(1);
    expect(readPageTitle()).toBe("Ya tienes Premium");
  });

  it("sends no request if the user has premium, and stops when the page is left", async () => {
    const { unmount } = await renderSuccessPage(sampleUser({ subscription: "active", premium: true }));
    expect(readPageTitle()).toBe("Ya tienes Premium");
    expect(countChecks()).toBe(0);
    unmount();
    const { unmount: leave } = await renderSuccessPage();
    expect(countChecks()).toBe(1);
    leave();
    await advanceSeconds(60);
    expect(countChecks()).toBe(1);
  });
});

describe("the page after leaving without paying", () => {
  const renderCancelPage = (user = sampleUser()) =>
    renderApp(
      <SignedIn user={user}>
        <PremiumCancelPage />
      </SignedIn>,
      "/premium/cancel",
    );

  it("links back to the page before the payment", () => {
    setOrigin("/store");
    // A user who pays from this page returns to the page before it.
    setOrigin("/premium/cancel");
    renderCancelPage();
    expect(getLinkTarget("Volver a donde estabas")).toBe("/store");
  });

  it("links to Home when the origin is unknown, and offers nothing if the user has premium", () => {
    renderCancelPage(sampleUser({ subscription: "active", premium: true }));
    expect(getLinkTarget("Ir al inicio")).toBe("/");
    expect(screen.queryByRole("button", { name: "Ver Premium de nuevo" })).toBeNull();
  });
});
