import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closePaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import { userQuery } from "#features/session/session.user.ts";
import { useChange } from "#lib/use-change.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePlan, sampleUser } from "#testing/sample-data.ts";
import { toasts } from "#testing/toasts.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});
afterEach(() => act(() => closePaywall()));

const text = { front: "Hola", back: "Hello" };

function CreateCard() {
  const { mutate } = useChange(cardEndpoints.create, {
    input: (body: typeof text & { clientId: string }) => ({ params: { id: 1 }, body }),
    success: "Hecho",
    failure: "No salió bien",
  });
  return (
    <button type="button" onClick={() => mutate({ ...text, clientId: crypto.randomUUID() })}>
      Crear
    </button>
  );
}

async function pressCreate() {
  const rendered = renderApp(<CreateCard />, "/folders/1");
  rendered.queryClient.setQueryData(userQuery.queryKey, sampleUser());
  await rendered.user.click(screen.getByRole("button", { name: "Crear" }));
  return rendered;
}

describe("the outcome of a change", () => {
  it.each([
    ["the server's message", 409, { message: "La carpeta ya no está", code: "conflict" }, "La carpeta ya no está"],
    ["its own text if there is none", 500, "", "No salió bien"],
  ])("is a failure with %s", async (_, status, body, shown) => {
    api.fail(cardEndpoints.create, status, body);
    await pressCreate();
    expect(await toasts().findByText(shown)).toBeTruthy();
    expect(paywallStore.snapshot().open).toBe(false);
  });

  it("is a lost session, reported once and not as a failure", async () => {
    api.fail(cardEndpoints.create, 401, { message: "Unauthorized" });
    await pressCreate();
    expect(await toasts().findByText("No autorizado")).toBeTruthy();
    expect(toasts().queryByText("No salió bien")).toBeNull();
    await waitFor(() => expect(window.location.pathname).toBe("/login"));
  });

  it("is a limit, which is explained by a toast where Premium is not sold", async () => {
    api.answer(billingEndpoints.plan, samplePlan({ sold: false }));
    api.fail(cardEndpoints.create, 402, { message: "Tu plan tiene sitio para 500 cartas.", code: "limit_reached" });
    await pressCreate();
    expect(await toasts().findByText("Tu plan tiene sitio para 500 cartas.")).toBeTruthy();
    expect(paywallStore.snapshot().open).toBe(false);
  });

  it("is a limit, which opens the paywall without a toast", async () => {
    api.answer(billingEndpoints.plan, samplePlan());
    api.fail(cardEndpoints.create, 402, { message: "Tu plan tiene sitio para 500 cartas.", code: "limit_reached" });
    await pressCreate();
    await waitFor(() =>
      expect(paywallStore.snapshot()).toEqual({ open: true, reason: "Tu plan tiene sitio para 500 cartas." }),
    );
    expect(toasts().queryAllByRole("listitem")).toEqual([]);
  });
});
