import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { count, dispensable, instant } from "#fields.ts";

/** The price as text, and the key with which a browser loads the provider's script. */
const price = z.object({
  formatted_annual: dispensable(z.string()),
  formatted_monthly: dispensable(z.string()),
  publishableKey: dispensable(z.string()),
});
export type Price = z.output<typeof price>;

const checkoutSession = z.object({ sessionId: z.string(), url: z.string() });
export type CheckoutSession = z.output<typeof checkoutSession>;

const portalSession = z.object({ url: z.string() });
export type PortalSession = z.output<typeof portalSession>;

/** The result of looking for a purchase that is not yet known to the account. */
const restoredPurchase = z.object({
  premium: z.boolean(),
});
export type RestoredPurchase = z.output<typeof restoredPurchase>;

/** `limit` is null if the number is unlimited. */
const allowance = z.object({ used: count, limit: z.nullable(count) });

export const plan = z.object({
  premium: z.boolean(),
  /** The yearly plan bought on the web; null if there never was one. */
  subscription: z.nullable(
    z.object({
      /** The status as the provider names it: active, trialing, past_due, unpaid, canceled... */
      status: z.string(),
      /** The instant of the next charge; null if there will be none. */
      renewsAt: z.nullable(instant),
      /** The amount of that charge as text; null if it is not known. */
      renewalPrice: z.nullable(z.string()),
      /** The instant at which a cancelled subscription ends; null unless it was cancelled. */
      endsAt: z.nullable(instant),
      /** The end of the grace period after a failed payment. */
      graceUntil: z.nullable(instant),
      /** True if the provider has a page on which the user can manage the subscription. */
      manageable: z.boolean(),
      over: z.boolean(),
    }),
  ),
  folders: allowance,
  cards: allowance,
  /** True if this installation sells Premium. */
  sold: z.boolean(),
  /** The page in the advertising slot; null for the app's own promotion. */
  adFrame: z.nullable(z.string()),
});
export type Plan = z.output<typeof plan>;

export const billingEndpoints = {
  price: defineEndpoint("GET /api/stripe/price", {
    summary: "Returns the price of the yearly plan",
    reads: ["price"],
    session: false,
    response: price,
    errors: ["unavailable"],
  }),
  plan: defineEndpoint("GET /api/user/plan", {
    summary: "Returns the account's plan, how long it lasts, and how much room is left",
    reads: ["plan", "folders", "cards"],
    response: plan,
  }),
  createCheckout: defineEndpoint("POST /api/stripe/create-checkout-session", {
    summary: "Begins a payment of the yearly plan; refused while there is a subscription",
    changes: [],
    body: z.object({}),
    response: checkoutSession,
    errors: ["conflict", "unavailable"],
  }),
  createPortal: defineEndpoint("POST /api/stripe/create-portal-session", {
    summary: "Opens the provider's page to cancel, to take that back, to change the card and to see invoices",
    changes: [],
    body: z.object({}),
    response: portalSession,
    errors: ["conflict", "unavailable"],
  }),
  restore: defineEndpoint("POST /api/stripe/restore", {
    summary: "Looks for a purchase that the account does not know of yet",
    changes: ["user", "plan"],
    response: restoredPurchase,
    errors: ["unavailable"],
  }),
};
