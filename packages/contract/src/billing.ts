import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { count, instant } from "#fields.ts";

/** The yearly plan's price as people read it, and the key with which a browser loads the provider's script. */
export const price = z.object({
  formatted_annual: z.string(),
  formatted_monthly: z.string(),
  publishableKey: z.string(),
});
export type Price = z.output<typeof price>;

export const checkoutSession = z.object({ sessionId: z.string(), url: z.string() });
export type CheckoutSession = z.output<typeof checkoutSession>;

export const portalSession = z.object({ url: z.string() });
export type PortalSession = z.output<typeof portalSession>;

/** What came of looking for a purchase that the account did not know of. */
export const restoredPurchase = z.object({
  /** Whether the account has premium now. */
  premium: z.boolean(),
});
export type RestoredPurchase = z.output<typeof restoredPurchase>;

/** How much there is of something, and how much there may be; null is no limit. */
const allowance = z.object({ used: count, limit: z.nullable(count) });

/** What the account has, and what it may hold. */
export const plan = z.object({
  premium: z.boolean(),
  /** The yearly plan bought on the web; null when there never was one. */
  subscription: z.nullable(
    z.object({
      /** The provider's own word: active, trialing, past_due, unpaid, canceled... */
      status: z.string(),
      /** When the next year is charged; null when none will be. */
      renewsAt: z.nullable(instant),
      /** When it ends, or ended, by a cancellation. */
      endsAt: z.nullable(instant),
      /** Until when premium stays although the last payment failed. */
      graceUntil: z.nullable(instant),
      /** Whether there is a portal to manage it at. */
      manageable: z.boolean(),
      over: z.boolean(),
    }),
  ),
  folders: allowance,
  cards: allowance,
  /** The page to show in the place for advertising; null is the app's own word for Premium. */
  adFrame: z.nullable(z.string()),
});
export type Plan = z.output<typeof plan>;

export const billingEndpoints = {
  price: defineEndpoint({
    method: "GET",
    path: "/api/stripe/price",
    summary: "What the yearly plan costs",
    reads: ["price"],
    session: false,
    response: price,
    errors: ["unavailable"],
  }),
  plan: defineEndpoint({
    method: "GET",
    path: "/api/user/plan",
    summary: "The account's plan, how long it lasts, and how much room is left",
    reads: ["plan", "folders", "cards"],
    response: plan,
  }),
  createCheckout: defineEndpoint({
    method: "POST",
    path: "/api/stripe/create-checkout-session",
    summary: "Begins a payment of the yearly plan; refused while there is a subscription",
    changes: [],
    body: z.object({}),
    response: checkoutSession,
    errors: ["conflict", "unavailable"],
  }),
  createPortal: defineEndpoint({
    method: "POST",
    path: "/api/stripe/create-portal-session",
    summary: "Opens the provider's page to cancel, to take that back, to change the card and to see invoices",
    changes: [],
    body: z.object({}),
    response: portalSession,
    errors: ["conflict", "unavailable"],
  }),
  restore: defineEndpoint({
    method: "POST",
    path: "/api/stripe/restore",
    summary: "Looks for a purchase that the account does not know of yet",
    changes: ["user", "plan"],
    response: restoredPurchase,
    errors: ["unavailable"],
  }),
};
