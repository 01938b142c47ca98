import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";

/** The yearly plan's price as people read it, and the key with which a browser loads the provider's script. */
export const price = z.object({
  formatted_annual: z.string(),
  formatted_monthly: z.string(),
  publishableKey: z.string(),
});
export type Price = z.output<typeof price>;

export const checkoutSession = z.object({ sessionId: z.string(), url: z.string() });
export type CheckoutSession = z.output<typeof checkoutSession>;

/** What came of looking for a purchase made in the mobile app. */
export const restoredPurchase = z.object({
  /** Whether the account has premium now. */
  premium: z.boolean(),
});
export type RestoredPurchase = z.output<typeof restoredPurchase>;

export const billingEndpoints = {
  price: defineEndpoint({
    method: "GET",
    path: "/api/stripe/price",
    summary: "What the yearly plan costs",
    session: false,
    response: price,
    errors: ["unavailable"],
  }),
  createCheckout: defineEndpoint({
    method: "POST",
    path: "/api/stripe/create-checkout-session",
    summary: "Begins a payment of the yearly plan",
    body: z.object({}),
    response: checkoutSession,
    errors: ["unavailable"],
  }),
  restore: defineEndpoint({
    method: "POST",
    path: "/api/stripe/restore",
    summary: "Looks for a purchase that the account does not know of yet",
    response: restoredPurchase,
    errors: ["unavailable"],
  }),
};
