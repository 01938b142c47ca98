import { authEndpoints } from "@repasa/contract/auth.ts";
import { billingEndpoints } from "@repasa/contract/billing.ts";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { closePaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import { rememberReturnPath } from "#features/billing/billing.return-path.ts";
import PremiumCancelPage from "#features/billing/premium-cancel-page.tsx";
import PremiumSuccessPage from "#features/billing/premium-success-page.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(billingEndpoints.restore, { premium: false });
});

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const looks = () => api.callsTo(billingEndpoints.restore).length;
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000 + 5));
const wayOn = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

function comeFrom(path: string) {
  window.history.replaceState(null, "", path);
  rememberReturnPath();
}

describe("back from the payment", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  async function arrive(user = sampleUser()) {
    const rendered = renderApp(
      <SignedIn user={user}>
        <PremiumSuccessPage />
      </SignedIn>,
      "/premium/success?session_id=cs_test_1",
    );
    await pass(0);
    return rendered;
  }

  function pay() {
    api.answer(billingEndpoints.restore, { premium: true });
    api.answer(authEndpoints.currentUser, sampleUser({ subscription: "active", premium: true }));
  }

  it("shows premium at once when the payment has arrived, and updates all of the app", async () => {
    comeFrom("/folders/3?orden=a");
    pay();
    const { queryClient } = await arrive();
    expect(heading()).toBe("Ya tienes Premium");
    expect(queryClient.getQueryData(userQuery.queryKey)?.premium).toBe(true);
    expect(wayOn("Volver a donde estabas")).toBe("/folders/3?orden=a");
    expect(document.title).toBe("Ya tienes Premium · Repasa");
    await pass(60);
    expect(looks()).toBe(1);
  });

  it("polls with growing pauses until the payment arrives", async () => {
    await arrive();
    expect(heading()).toBe("Estamos confirmando tu pago");
    const times: number[] = [];
    for (let second = 1, before = looks(); second <= 15; second++) {
      await pass(1);
      if (looks() > before) times.push(second);
      before = looks();
    }
    expect(times).toEqual([1, 3, 6, 10, 15]);
    pay();
    await pass(7);
    expect(heading()).toBe("Ya tienes Premium");
    expect(wayOn("Ir al inicio")).toBe("/");
  });

  it("explains after half a minute that it takes longer, and polls again on request", async () => {
    await arrive();
    await pass(29);
    expect(heading()).toBe("Estamos confirmando tu pago");
    await pass(1);
    expect(heading()).toBe("Tu pago tarda un poco más");
    expect(screen.getByText(/No se te cobrará dos veces, y Premium aparecerá solo/)).toBeTruthy();
    expect(wayOn("soporte")).toBe("/support");
    const before = looks();
    await pass(60);
    expect(looks()).toBe(before);
    const again = screen.getByRole("button", { name: "Comprobar de nuevo" });
    again.focus();
    fireEvent.click(again);
    await pass(1);
    expect(again.getAttribute("aria-busy")).toBe("true");
    expect(document.activeElement).toBe(again);
    pay();
    await pass(2);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Ya tienes Premium" }));
  });

  it("tolerates single failures, and reports three in a row", async () => {
    api.fail(billingEndpoints.restore, 500);
    await arrive();
    api.answer(billingEndpoints.restore, { premium: false });
    await pass(1);
    api.fail(billingEndpoints.restore, 503, { message: "El servicio de pagos no responde.", code: "unavailable" });
    await pass(5);
    expect(heading()).toBe("Estamos confirmando tu pago");
    await pass(4);
    expect(heading()).toBe("No pudimos comprobar tu pago");
    expect(screen.getByText(/Si lo completaste, está a salvo: no se te cobrará dos veces/)).toBeTruthy();
    pay();
    const retry = screen.getByRole("button", { name: "Reintentar" });
    retry.focus();
    fireEvent.click(retry);
    await pass(0);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Ya tienes Premium" }));
  });

  it("does not report success while the user cannot be reloaded", async () => {
    pay();
    api.fail(authEndpoints.currentUser, 500);
    await arrive();
    expect(heading()).toBe("Estamos confirmando tu pago");
    pay();
    await pass(1);
    expect(heading()).toBe("Ya tienes Premium");
  });

  it("sends no request if the user has premium, and stops when the page is left", async () => {
    const { unmount } = await arrive(sampleUser({ subscription: "active", premium: true }));
    expect(heading()).toBe("Ya tienes Premium");
    expect(looks()).toBe(0);
    unmount();
    const { unmount: leave } = await arrive();
    expect(looks()).toBe(1);
    leave();
    await pass(60);
    expect(looks()).toBe(1);
  });

  it("ends like every screen when the session is lost", async () => {
    api.fail(billingEndpoints.restore, 401, { message: "Unauthorized" });
    await arrive();
    expect(screen.getByText("No autorizado")).toBeTruthy();
    expect(looks()).toBe(1);
    await pass(1);
    expect(window.location.pathname).toBe("/login");
  });
});

describe("left without paying", () => {
  const show = (user = sampleUser()) =>
    renderApp(
      <SignedIn user={user}>
        <PremiumCancelPage />
      </SignedIn>,
      "/premium/cancel",
    );

  it("states that nothing was charged, links back and offers premium again", async () => {
    comeFrom("/store");
    // A user who pays from this page returns to the page before it.
    comeFrom("/premium/cancel");
    const { user } = show();
    expect(heading()).toBe("No se ha hecho ningún cargo");
    expect(wayOn("Volver a donde estabas")).toBe("/store");
    await user.click(screen.getByRole("button", { name: "Ver Premium de nuevo" }));
    expect(paywallStore.snapshot().open).toBe(true);
    act(() => closePaywall());
  });

  it("links to Home when the origin is unknown, and offers nothing if the user has premium", () => {
    show(sampleUser({ subscription: "active", premium: true }));
    expect(wayOn("Ir al inicio")).toBe("/");
    expect(screen.queryByRole("button", { name: "Ver Premium de nuevo" })).toBeNull();
  });
});
