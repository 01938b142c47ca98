import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prepareCheckout } from "#features/billing/billing.checkout.ts";
import { createQueryClient } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleUser } from "#testing/sample-data.ts";
import { toastStore } from "#ui/toast.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ["the verification", authEndpoints.currentUser],
  ["the checkout", billingEndpoints.createCheckout],
])("says in its own words that %s found no session, and opens the login after 1.5 s", async (_, endpoint) => {
  window.history.replaceState(null, "", "/store");
  const api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.fail(endpoint, 401, { message: "Unauthorized" });
  const { signal } = new AbortController();
  const checkout = { queryClient: createQueryClient(), signal, onVerified: () => {} };
  expect(await prepareCheckout(checkout)).toBe("to-login");
  expect(toastStore.snapshot()).toMatchObject({
    title: "Error de autenticación",
    description: "Inicia sesión para continuar con el pago",
  });
  vi.advanceTimersByTime(1499);
  expect(window.location.pathname).toBe("/store");
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(window.location.pathname).toBe("/login"));
});
