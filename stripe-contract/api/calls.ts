import type { CallName } from "../contract-types.ts";
import { recordHandlers } from "./billing-records.ts";
import type { Handlers } from "./call.ts";
import { checkoutHandlers } from "./checkout.ts";
import { customerHandlers } from "./customers.ts";
import { portalHandlers } from "./portal.ts";
import { subscriptionHandlers } from "./subscriptions.ts";

export const handlers: Handlers<CallName> = {
  ...customerHandlers,
  ...checkoutHandlers,
  ...portalHandlers,
  ...subscriptionHandlers,
  ...recordHandlers,
};

/** Method and path of every call; the first that fits is meant, so fixed words stand before ids. */
const ROUTES: readonly [method: string, path: string, call: CallName][] = [
  ["POST", "/v1/customers", "customers.create"],
  ["GET", "/v1/customers", "customers.list"],
  ["GET", "/v1/customers/search", "customers.search"],
  ["GET", "/v1/customers/:id", "customers.retrieve"],
  ["POST", "/v1/customers/:id", "customers.update"],
  ["DELETE", "/v1/customers/:id", "customers.del"],
  ["GET", "/v1/products/:id", "products.retrieve"],
  ["GET", "/v1/prices/:id", "prices.retrieve"],
  ["POST", "/v1/checkout/sessions", "checkout.sessions.create"],
  ["GET", "/v1/checkout/sessions", "checkout.sessions.list"],
  ["GET", "/v1/checkout/sessions/:id", "checkout.sessions.retrieve"],
  ["POST", "/v1/checkout/sessions/:id/expire", "checkout.sessions.expire"],
  ["POST", "/v1/billing_portal/sessions", "billingPortal.sessions.create"],
  ["GET", "/v1/subscriptions", "subscriptions.list"],
  ["GET", "/v1/subscriptions/:id", "subscriptions.retrieve"],
  ["POST", "/v1/subscriptions/:id", "subscriptions.update"],
  ["DELETE", "/v1/subscriptions/:id", "subscriptions.cancel"],
  ["GET", "/v1/invoices", "invoices.list"],
  ["GET", "/v1/invoices/:id", "invoices.retrieve"],
  ["GET", "/v1/events", "events.list"],
  ["GET", "/v1/events/:id", "events.retrieve"],
  ["POST", "/v1/refunds", "refunds.create"],
];

const PATTERNS = ROUTES.map(([method, path, call]) => ({
  method,
  pattern: new RegExp(`^${path.replace(":id", "([^/]+)")}$`),
  call,
}));

/** Which call a request is, and the id in its path. */
export function findCall(method: string, path: string): { call: CallName; id: string } | undefined {
  for (const route of PATTERNS) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (match) return { call: route.call, id: decodeURIComponent(match[1] ?? "") };
  }
  return undefined;
}
