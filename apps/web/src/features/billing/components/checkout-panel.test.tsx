import type { User } from "@repasa/contract/auth.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CheckoutPanel } from "#features/billing/components/checkout-panel.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

// jsdom can only navigate within the page.
const PAY = "http://localhost:3000/store#pago";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(billingEndpoints.createCheckout, { sessionId: "cs_1", url: PAY });
});

function renderPanel(user: Partial<User> = {}) {
  return renderApp(
    <SignedIn user={sampleUser(user)}>
      <CheckoutPanel price={{ status: "loading" }} />
    </SignedIn>,
    "/store",
  );
}

const button = (name = "Empezar ahora") => screen.findByRole("button", { name });
const listCalls = () => api.calls.map(({ method, url }) => `${method} ${url.pathname}`);

/** A promise that a test resolves, and renders the result. */
function defer<T>() {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { promise, resolve: (value: T) => act(() => resolve(value)) };
}

describe("a checkout", () => {
  it("verifies, prepares and opens the payment page once for many clicks", async () => {
    const verification = defer<{ status: number; body: unknown }>();
    const session = defer<{ status: number; body: unknown }>();
    api.on(authEndpoints.currentUser, () => verification.promise);
    api.on(billingEndpoints.createCheckout, () => session.promise);
    const { user } = renderPanel();
    await user.click(await button());
    const verifying = await button("Verificando...");
    expect(verifying.getAttribute("aria-disabled")).toBe("true");
    await user.dblClick(verifying);
    verification.resolve({ status: 200, body: sampleUser() });
    await user.dblClick(await button("Preparando checkout..."));
    expect(listCalls()).toEqual(["GET /api/auth/user", "POST /api/stripe/create-checkout-session"]);
    expect(api.callsTo(billingEndpoints.createCheckout)[0]?.body).toEqual({});
    session.resolve({ status: 200, body: { sessionId: "cs_1", url: PAY } });
    await waitFor(() => expect(window.location.href).toBe(PAY));
    expect(screen.queryByRole("link", { name: "Continuar al pago" })).toBeNull();
  });

  it("can be used again when the browser restores the page from its cache", async () => {
    const { user } = renderPanel();
    await user.click(await button());
    await waitFor(() => expect(window.location.hash).toBe("#pago"));
    await button("Preparando checkout...");
    act(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await button("Empezar ahora");
  });

  it.each([
    ["true", sampleUser({ mobile: true })],
    ["undefined", { ...sampleUser(), mobile: undefined }],
  ])("is prevented silently when the mobile flag is %s", async (_, fresh) => {
    api.on(authEndpoints.currentUser, () => ({ status: 200, body: fresh }));
    const { user } = renderPanel();
    await user.click(await button());
    await waitFor(() => expect(listCalls()).toEqual(["GET /api/auth/user"]));
    await button("Empezar ahora");
    expect(api.callsTo(billingEndpoints.createCheckout)).toEqual([]);
    expect(toasts().queryAllByRole("listitem")).toEqual([]);
    expect(window.location.hash).toBe("");
  });

  it("stops before the payment if the user already has premium", async () => {
    api.answer(authEndpoints.currentUser, sampleUser({ subscription: "active", premium: true }));
    const { user } = renderPanel();
    await user.click(await button());
    await button("Empezar ahora");
    expect(api.callsTo(billingEndpoints.createCheckout)).toEqual([]);
  });
});

describe("a failed checkout", () => {
  it.each([
    ["an error", () => api.fail(authEndpoints.currentUser, 500, { message: "Otro texto", code: "internal" })],
    ["no response", () => api.on(authEndpoints.currentUser, () => Promise.reject(new TypeError("Failed to fetch")))],
  ])("reports that the mobile status could not be verified: %s", async (_, arrange) => {
    const { user } = renderPanel();
    arrange();
    await user.click(await button());
    expect(await toasts().findByText("Error")).toBeTruthy();
    expect(toasts().getByText("No se pudo verificar el estado mobile. Inténtalo de nuevo.")).toBeTruthy();
    await button("Empezar ahora");
    expect(api.callsTo(billingEndpoints.createCheckout)).toEqual([]);
  });

  it("shows a general message if there is no reason, and can be tried again", async () => {
    api.fail(billingEndpoints.createCheckout, 500);
    const { user } = renderPanel();
    await user.click(await button());
    expect(await toasts().findByText("Error en el checkout")).toBeTruthy();
    expect(toasts().getByText("Hubo un problema al procesar el pago. Inténtalo de nuevo.")).toBeTruthy();
    api.answer(billingEndpoints.createCheckout, { sessionId: "cs_1", url: PAY });
    await user.click(await button());
    await waitFor(() => expect(window.location.hash).toBe("#pago"));
  });

  describe("because a subscription already exists", () => {
    const refusal = { message: "Ya tienes Premium", code: "conflict" };
    beforeEach(() => api.fail(billingEndpoints.createCheckout, 409, refusal));

    const answerUserAfterRefusal = (status: number, changes: Partial<User>) =>
      api.on(authEndpoints.currentUser, () => {
        const refused = api.callsTo(billingEndpoints.createCheckout).length > 0;
        return { status: refused ? status : 200, body: sampleUser(refused ? changes : {}) };
      });

    it("updates the user and shows no error", async () => {
      answerUserAfterRefusal(200, { subscription: "active", premium: true });
      const { user, queryClient } = renderPanel();
      await user.click(await button());
      await waitFor(() => expect(queryClient.getQueryData(userQuery.queryKey)?.premium).toBe(true));
      await button("Empezar ahora");
      expect(toasts().queryAllByRole("listitem")).toEqual([]);
    });

    it.each([
      ["gives no premium now", 200, { subscription: "past_due" }],
      ["cannot be loaded", 500, {}],
    ])("shows the reason if the subscription %s", async (_, status, changes) => {
      answerUserAfterRefusal(status, changes);
      const { user } = renderPanel();
      await user.click(await button());
      expect(await toasts().findByText("Error en el checkout")).toBeTruthy();
      expect(toasts().getByText("Ya tienes Premium")).toBeTruthy();
      await button("Empezar ahora");
    });
  });
});

describe("a checkout inside a frame", () => {
  const createTab = () => ({ opener: {} as unknown, location: { href: "about:blank" }, close: vi.fn() });
  let openTab: ReturnType<typeof vi.fn>;
  beforeEach(() => {
    vi.stubGlobal("parent", {});
    openTab = vi.fn();
    vi.stubGlobal("open", openTab);
  });

  it("opens the tab on the click, and navigates it to the payment", async () => {
    const opened = createTab();
    openTab.mockReturnValue(opened);
    const verification = defer<{ status: number; body: unknown }>();
    api.on(authEndpoints.currentUser, () => verification.promise);
    const { user } = renderPanel();
    await user.click(await button());
    expect(openTab).toHaveBeenCalledExactlyOnceWith("about:blank", "_blank");
    expect(opened.location.href).toBe("about:blank");
    verification.resolve({ status: 200, body: sampleUser() });
    await waitFor(() => expect(opened.location.href).toBe(PAY));
    expect(opened.opener).toBeNull();
    expect(opened.close).not.toHaveBeenCalled();
    expect(window.location.hash).toBe("");
    await button("Empezar ahora");
    expect(screen.queryByRole("link", { name: "Continuar al pago" })).toBeNull();
  });

  it("shows a link when the browser blocks the tab", async () => {
    openTab.mockReturnValue(null);
    const { user } = renderPanel();
    await user.click(await button());
    const link = await screen.findByRole("link", { name: "Continuar al pago" });
    expect(link).toMatchObject({ href: PAY, target: "_blank", rel: "noopener noreferrer" });
    // The link is beside the button, in the part that stays on screen.
    expect(link.previousElementSibling).toBe(await button());
    expect(window.location.hash).toBe("");
  });

  it("closes the tab when there is nothing to pay", async () => {
    const opened = createTab();
    openTab.mockReturnValue(opened);
    api.fail(billingEndpoints.createCheckout, 500);
    const { user } = renderPanel();
    await user.click(await button());
    await toasts().findByText("Error en el checkout");
    expect(opened.close).toHaveBeenCalledOnce();
    expect(opened.location.href).toBe("about:blank");
  });

  it("closes the tab and does not navigate if the paywall was closed meanwhile", async () => {
    const opened = createTab();
    openTab.mockReturnValue(opened);
    const session = defer<{ status: number; body: unknown }>();
    api.on(billingEndpoints.createCheckout, () => session.promise);
    const { user, unmount } = renderPanel();
    await user.click(await button());
    await button("Preparando checkout...");
    unmount();
    session.resolve({ status: 200, body: { sessionId: "cs_1", url: PAY } });
    await waitFor(() => expect(opened.close).toHaveBeenCalledOnce());
    expect(opened.location.href).toBe("about:blank");
  });

  it("opens no tab for a user who pays in the mobile app", async () => {
    api.answer(authEndpoints.currentUser, sampleUser({ mobile: true }));
    const { user } = renderPanel({ mobile: true });
    await user.click(await button());
    await waitFor(() => expect(listCalls()).toEqual(["GET /api/auth/user"]));
    expect(openTab).not.toHaveBeenCalled();
  });
});
