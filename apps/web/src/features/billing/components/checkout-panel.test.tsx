import { authEndpoints, type User } from "@repasa/contract/auth.ts";
import { billingEndpoints } from "@repasa/contract/billing.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CheckoutPanel } from "#features/billing/components/checkout-panel.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";
import { toastStore } from "#ui/toast.ts";

// jsdom can only navigate within the page.
const PAY = "http://localhost:3000/store#pago";
const DENIED = { message: "Unauthorized" };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(billingEndpoints.createCheckout, { sessionId: "cs_1", url: PAY });
});

function show(user: Partial<User> = {}) {
  return renderApp(
    <SignedIn user={sampleUser(user)}>
      <CheckoutPanel price={{ status: "loading" }} />
    </SignedIn>,
    "/store",
  );
}

const button = (name = "Empezar ahora") => screen.findByRole("button", { name });
const toasts = () => within(screen.getByLabelText(/^Notificaciones/));
const calls = () => api.calls.map(({ method, url }) => `${method} ${url.pathname}`);

function held<T>() {
  let give = (_: T) => {};
  const promise = new Promise<T>((settle) => {
    give = settle;
  });
  return { promise, give: (value: T) => act(() => give(value)) };
}

describe("the way to the payment", () => {
  it("verifies, prepares and opens the payment page once for many clicks", async () => {
    const verification = held<{ status: number; body: unknown }>();
    const session = held<{ status: number; body: unknown }>();
    api.on(authEndpoints.currentUser, () => verification.promise);
    api.on(billingEndpoints.createCheckout, () => session.promise);
    const { user } = show();
    await user.click(await button());
    const verifying = await button("Verificando...");
    expect(verifying.getAttribute("aria-disabled")).toBe("true");
    await user.dblClick(verifying);
    verification.give({ status: 200, body: sampleUser() });
    await user.dblClick(await button("Preparando checkout..."));
    expect(calls()).toEqual(["GET /api/auth/user", "POST /api/stripe/create-checkout-session"]);
    expect(api.callsTo(billingEndpoints.createCheckout)[0]?.body).toEqual({});
    session.give({ status: 200, body: { sessionId: "cs_1", url: PAY } });
    await waitFor(() => expect(window.location.href).toBe(PAY));
    expect(screen.queryByRole("link", { name: "Continuar al pago" })).toBeNull();
  });

  it("can be used again when the browser restores the page from its cache", async () => {
    const { user } = show();
    await user.click(await button());
    await waitFor(() => expect(window.location.hash).toBe("#pago"));
    await button("Preparando checkout...");
    act(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await button("Empezar ahora");
  });

  it.each([
    ["true", sampleUser({ mobile: true })],
    ["undefined", { ...sampleUser(), mobile: undefined }],
  ])("is barred without a word when the mobile flag is %s", async (_, fresh) => {
    api.on(authEndpoints.currentUser, () => ({ status: 200, body: fresh }));
    const { user } = show();
    await user.click(await button());
    await waitFor(() => expect(calls()).toEqual(["GET /api/auth/user"]));
    await button("Empezar ahora");
    expect(api.callsTo(billingEndpoints.createCheckout)).toEqual([]);
    expect(toasts().queryAllByRole("listitem")).toEqual([]);
    expect(window.location.hash).toBe("");
  });

  it("stops before the payment if the user already has premium", async () => {
    api.answer(authEndpoints.currentUser, sampleUser({ subscription: "active", premium: true }));
    const { user } = show();
    await user.click(await button());
    await button("Empezar ahora");
    expect(api.callsTo(billingEndpoints.createCheckout)).toEqual([]);
  });
});

describe("what can go wrong", () => {
  it.each([
    ["an error", () => api.fail(authEndpoints.currentUser, 500, { message: "Otro texto", code: "internal" })],
    ["no answer", () => api.on(authEndpoints.currentUser, () => Promise.reject(new TypeError("Failed to fetch")))],
  ])("the mobile status cannot be verified: %s", async (_, arrange) => {
    const { user } = show();
    arrange();
    await user.click(await button());
    expect(await toasts().findByText("Error")).toBeTruthy();
    expect(toasts().getByText("No se pudo verificar el estado mobile. Inténtalo de nuevo.")).toBeTruthy();
    await button("Empezar ahora");
    expect(api.callsTo(billingEndpoints.createCheckout)).toEqual([]);
  });

  it.each([
    ["the checkout", () => api.fail(billingEndpoints.createCheckout, 401, DENIED)],
    ["the verification", () => api.fail(authEndpoints.currentUser, 401, DENIED)],
  ])("the session is gone, says %s: a toast of its own, then the login after 1.5 s", async (_, arrange) => {
    const { user } = show();
    arrange();
    // Collects every toast, however short: only one is on screen at a time.
    const titles = new Set<string | undefined>();
    const stopListening = toastStore.subscribe(() => titles.add(toastStore.snapshot()?.title));
    await user.click(await button());
    expect(await toasts().findByText("Error de autenticación")).toBeTruthy();
    const told = performance.now();
    expect(toasts().getByText("Inicia sesión para continuar con el pago")).toBeTruthy();
    expect((await button("Empezar ahora")).getAttribute("aria-disabled")).toBe("true");
    expect(window.location.pathname).toBe("/store");
    await waitFor(() => expect(window.location.pathname).toBe("/login"), { timeout: 2000 });
    expect(performance.now() - told).toBeGreaterThan(1350);
    stopListening();
    expect(titles).toEqual(new Set(["Error de autenticación"]));
    expect(screen.queryByRole("button", { name: "Empezar ahora" })).toBeNull();
  });

  it.each([
    [503, { message: "Los pagos no están disponibles en este momento", code: "unavailable" }, "Los pagos no están"],
    [500, undefined, "Hubo un problema al procesar el pago. Inténtalo de nuevo."],
    [502, "<html>Bad Gateway</html>", "Hubo un problema al procesar el pago. Inténtalo de nuevo."],
    [400, "No hay plan", "No hay plan"],
  ])("the checkout answers %i", async (status, body, text) => {
    api.fail(billingEndpoints.createCheckout, status, body);
    const { user } = show();
    await user.click(await button());
    expect(await toasts().findByText("Error en el checkout")).toBeTruthy();
    expect(toasts().getByText((shown) => shown.startsWith(text))).toBeTruthy();
    await button("Empezar ahora");
    api.answer(billingEndpoints.createCheckout, { sessionId: "cs_1", url: PAY });
    await user.click(await button());
    await waitFor(() => expect(window.location.hash).toBe("#pago"));
  });

  describe("is refused because a subscription already exists", () => {
    const refusal = { message: "Ya tienes Premium", code: "conflict" };
    beforeEach(() => api.fail(billingEndpoints.createCheckout, 409, refusal));

    const thenUser = (status: number, changes: Partial<User>) =>
      api.on(authEndpoints.currentUser, () => {
        const refused = api.callsTo(billingEndpoints.createCheckout).length > 0;
        return { status: refused ? status : 200, body: sampleUser(refused ? changes : {}) };
      });

    it("updates the user and shows no error", async () => {
      thenUser(200, { subscription: "active", premium: true });
      const { user, queryClient } = show();
      await user.click(await button());
      await waitFor(() => expect(queryClient.getQueryData(userQuery.queryKey)?.premium).toBe(true));
      await button("Empezar ahora");
      expect(toasts().queryAllByRole("listitem")).toEqual([]);
    });

    it.each([
      ["that gives no premium now", 200, { subscription: "past_due" }],
      ["of which nothing more can be learnt", 500, {}],
    ])("says so of one %s", async (_, status, changes) => {
      thenUser(status, changes);
      const { user } = show();
      await user.click(await button());
      expect(await toasts().findByText("Error en el checkout")).toBeTruthy();
      expect(toasts().getByText("Ya tienes Premium")).toBeTruthy();
      await button("Empezar ahora");
    });
  });

  it("the checkout gets no response", async () => {
    api.on(billingEndpoints.createCheckout, () => Promise.reject(new TypeError("Failed to fetch")));
    const { user } = show();
    await user.click(await button());
    expect(await toasts().findByText("Hubo un problema al procesar el pago. Inténtalo de nuevo.")).toBeTruthy();
  });
});

describe("inside a frame", () => {
  const tab = () => ({ opener: {} as unknown, location: { href: "about:blank" }, close: vi.fn() });
  let openTab: ReturnType<typeof vi.fn>;
  beforeEach(() => {
    vi.stubGlobal("parent", {});
    openTab = vi.fn();
    vi.stubGlobal("open", openTab);
  });

  it("opens the tab on the click, and navigates it to the payment", async () => {
    const opened = tab();
    openTab.mockReturnValue(opened);
    const verification = held<{ status: number; body: unknown }>();
    api.on(authEndpoints.currentUser, () => verification.promise);
    const { user } = show();
    await user.click(await button());
    expect(openTab).toHaveBeenCalledExactlyOnceWith("about:blank", "_blank");
    expect(opened.location.href).toBe("about:blank");
    verification.give({ status: 200, body: sampleUser() });
    await waitFor(() => expect(opened.location.href).toBe(PAY));
    expect(opened.opener).toBeNull();
    expect(opened.close).not.toHaveBeenCalled();
    expect(window.location.hash).toBe("");
    await button("Empezar ahora");
    expect(screen.queryByRole("link", { name: "Continuar al pago" })).toBeNull();
  });

  it("shows a link when the browser blocks the tab", async () => {
    openTab.mockReturnValue(null);
    const { user } = show();
    await user.click(await button());
    const link = await screen.findByRole("link", { name: "Continuar al pago" });
    expect(link).toMatchObject({ href: PAY, target: "_blank", rel: "noopener noreferrer" });
    // The link is beside the button, in the part that stays on screen.
    expect(link.previousElementSibling).toBe(await button());
    expect(window.location.hash).toBe("");
  });

  it("closes the tab when there is nothing to pay", async () => {
    const opened = tab();
    openTab.mockReturnValue(opened);
    api.fail(billingEndpoints.createCheckout, 500);
    const { user } = show();
    await user.click(await button());
    await toasts().findByText("Error en el checkout");
    expect(opened.close).toHaveBeenCalledOnce();
    expect(opened.location.href).toBe("about:blank");
  });

  it("closes the tab and does not navigate if the paywall was closed meanwhile", async () => {
    const opened = tab();
    openTab.mockReturnValue(opened);
    const session = held<{ status: number; body: unknown }>();
    api.on(billingEndpoints.createCheckout, () => session.promise);
    const { user, unmount } = show();
    await user.click(await button());
    await button("Preparando checkout...");
    unmount();
    session.give({ status: 200, body: { sessionId: "cs_1", url: PAY } });
    await waitFor(() => expect(opened.close).toHaveBeenCalledOnce());
    expect(opened.location.href).toBe("about:blank");
  });

  it("opens no tab for a user who pays in the mobile app", async () => {
    api.answer(authEndpoints.currentUser, sampleUser({ mobile: true }));
    const { user } = show({ mobile: true });
    await user.click(await button());
    await waitFor(() => expect(calls()).toEqual(["GET /api/auth/user"]));
    expect(openTab).not.toHaveBeenCalled();
  });
});
