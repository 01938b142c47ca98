import type { User } from "@repasa/contract/auth.ts";
import type { Plan } from "@repasa/contract/billing.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { closePaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import { PlanSection } from "#features/billing/components/plan-section.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePlan, sampleSubscription, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

// jsdom can only navigate within the page.
const PORTAL = "http://localhost:3000/settings#portal";
const YEAR_ON = "2027-11-21T12:00:00.000Z";
const MANAGE = "Gestionar suscripción";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(billingEndpoints.createPortal, { url: PORTAL });
  return () => act(() => closePaywall());
});

function renderPlan(
  plan: Plan | undefined,
  user: Partial<User> = { premium: plan?.premium ?? false },
  path = "/settings",
) {
  if (plan) api.answer(billingEndpoints.plan, plan);
  api.answer(authEndpoints.currentUser, sampleUser(user));
  return renderApp(
    <SignedIn user={sampleUser(user)}>
      <PlanSection />
    </SignedIn>,
    path,
  );
}

const premiumPlan = (subscription: Parameters<typeof sampleSubscription>[0]) =>
  samplePlan({ premium: true, subscription: sampleSubscription(subscription) });
const button = (name: string) => screen.findByRole("button", { name });
const listButtons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

describe("the free plan", () => {
  it("shows how much of the limits is used, and opens the paywall", async () => {
    const { user } = renderPlan(samplePlan());
    expect(await screen.findByText("3 de 10 carpetas")).toBeTruthy();
    expect(screen.getByText("120 de 500 cartas")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Plan gratuito" })).toBeTruthy();
    await user.click(await button("Suscríbete ahora"));
    expect(paywallStore.snapshot().open).toBe(true);
  });
});

describe("premium", () => {
  it("that the cached user does not have yet is taken from the plan", async () => {
    const { queryClient } = renderPlan(premiumPlan({ renewsAt: YEAR_ON }), {});
    api.answer(authEndpoints.currentUser, sampleUser({ subscription: "active", premium: true }));
    await screen.findByText(/^Se renueva/);
    await waitFor(() => expect(queryClient.getQueryData(userQuery.queryKey)?.premium).toBe(true));
  });
});

describe("a plan that is not loaded", () => {
  it.each([
    [false, "Plan gratuito"],
    [true, "Suscripción Premium Activa"],
  ])("shows the state of the cached user without any buttons (premium: %s)", async (premium, title) => {
    api.on(billingEndpoints.plan, () => new Promise(() => {}));
    renderPlan(undefined, { premium });
    expect(screen.getByRole("heading", { name: title })).toBeTruthy();
    expect(screen.getByText("Cargando tu plan...")).toBeTruthy();
    expect(listButtons()).toEqual([]);
  });

  it("can be loaded again after a failure", async () => {
    api.fail(billingEndpoints.plan, 500);
    const { user } = renderPlan(undefined);
    expect(await screen.findByText(/No se pudieron cargar los datos de tu plan/)).toBeTruthy();
    api.answer(billingEndpoints.plan, samplePlan());
    await user.click(await button("Reintentar"));
    expect(await screen.findByText("3 de 10 carpetas")).toBeTruthy();
  });
});

describe("the button to the portal", () => {
  /** Lets the call wait until the returned function is called. */
  function holdPortal(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.on(billingEndpoints.createPortal, async () => {
      await promise;
      return { status: 200, body: { url: PORTAL } };
    });
    return resolve;
  }

  it("opens the portal once for many clicks, and can be used again after returning", async () => {
    const respond = holdPortal();
    const { user } = renderPlan(premiumPlan({ endsAt: YEAR_ON }));
    await user.dblClick(await button(MANAGE));
    respond();
    await waitFor(() => expect(window.location.href).toBe(PORTAL));
    await user.click(await button("Reactivar"));
    expect(api.callsTo(billingEndpoints.createPortal).map(({ body }) => body)).toEqual([{}]);
    expect((await button(MANAGE)).getAttribute("aria-busy")).toBe("true");
    act(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await waitFor(async () => expect((await button(MANAGE)).getAttribute("aria-busy")).toBeNull());
  });

  it("reports a failure, and can be used again", async () => {
    api.fail(billingEndpoints.createPortal, 500);
    const { user } = renderPlan(premiumPlan({ renewsAt: YEAR_ON }));
    await user.click(await button(MANAGE));
    expect(
      await toasts().findByText("No se pudo abrir la gestión de la suscripción. Inténtalo de nuevo."),
    ).toBeTruthy();
    api.answer(billingEndpoints.createPortal, { url: PORTAL });
    await user.click(await button(MANAGE));
    await waitFor(() => expect(window.location.href).toBe(PORTAL));
  });

  it("opens a tab inside a frame, and shows a link if the tab is blocked", async () => {
    vi.stubGlobal("parent", {});
    const tab = { opener: {} as unknown, location: { href: "about:blank" }, close: vi.fn() };
    const openTab = vi.fn().mockReturnValueOnce(tab).mockReturnValueOnce(null);
    vi.stubGlobal("open", openTab);
    const { user } = renderPlan(premiumPlan({ renewsAt: YEAR_ON }));
    await user.click(await button(MANAGE));
    await waitFor(() => expect(tab).toMatchObject({ opener: null, location: { href: PORTAL } }));
    await user.click(await button(MANAGE));
    const link = await screen.findByRole("link", { name: "Continuar a la gestión" });
    expect(link).toMatchObject({ href: PORTAL, target: "_blank", rel: "noopener noreferrer" });
    expect(window.location.hash).toBe("");
  });

  it.each([false, true])("does not navigate once the user has left the page (in a frame: %s)", async (framed) => {
    const tab = { opener: {} as unknown, location: { href: "about:blank" }, close: vi.fn() };
    if (framed) {
      vi.stubGlobal("parent", {});
      vi.stubGlobal("open", () => tab);
    }
    const respond = holdPortal();
    const { user, unmount, queryClient } = renderPlan(premiumPlan({ renewsAt: YEAR_ON }));
    await user.click(await button(MANAGE));
    unmount();
    respond();
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(window.location.hash).toBe("");
    expect(tab.location.href).toBe("about:blank");
    if (framed) expect(tab.close).toHaveBeenCalledOnce();
  });
});

describe("the return from the portal", () => {
  it("reloads the plan once before showing it", async () => {
    let respond = () => {};
    api.on(billingEndpoints.restore, async () => {
      await new Promise<void>((settle) => {
        respond = settle;
      });
      return { status: 200, body: { premium: true } };
    });
    const plan = premiumPlan({ endsAt: YEAR_ON });
    const { unmount } = renderPlan(plan, { premium: true }, "/settings?from=portal");
    await waitFor(() => expect(api.callsTo(billingEndpoints.restore)).toHaveLength(1));
    expect(window.location.pathname + window.location.search).toBe("/settings");
    expect(screen.getByText("Cargando tu plan...")).toBeTruthy();
    expect(api.callsTo(billingEndpoints.plan)).toEqual([]);
    respond();
    expect(await screen.findByText(/^Termina el/)).toBeTruthy();
    expect(api.callsTo(authEndpoints.currentUser)).toHaveLength(1);
    unmount();
    renderPlan(plan, { premium: true });
    await screen.findByText(/^Termina el/);
    expect(api.callsTo(billingEndpoints.restore)).toHaveLength(1);
  });

  it("shows the plan even if reloading fails", async () => {
    api.fail(billingEndpoints.restore, 503, { message: "El servicio de pagos no responde.", code: "unavailable" });
    renderPlan(premiumPlan({ renewsAt: YEAR_ON }), { premium: true }, "/settings?from=portal");
    expect(await screen.findByText(/^Se renueva/)).toBeTruthy();
    expect(toasts().queryAllByRole("listitem")).toEqual([]);
  });
});
