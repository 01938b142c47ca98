import type { CallName } from "./stripe-types.ts";

/** A permission of a restricted key in the words of Stripe's dashboard; `Write` includes `Read`. */
export type Permission = `${string}: ${"Read" | "Write"}`;

/** The permission that each call needs. */
export const permissions: Record<CallName, Permission> = {
  "customers.create": "Customers: Write",
  "customers.retrieve": "Customers: Read",
  "customers.update": "Customers: Write",
  "customers.del": "Customers: Write",
  "prices.retrieve": "Prices: Read",
  "checkout.sessions.create": "Checkout Sessions: Write",
  "checkout.sessions.list": "Checkout Sessions: Read",
  "checkout.sessions.expire": "Checkout Sessions: Write",
  "billingPortal.sessions.create": "Customer portal: Write",
  "subscriptions.list": "Subscriptions: Read",
  "subscriptions.cancel": "Subscriptions: Write",
  "invoices.retrieve": "Invoices: Read",
};

/** Returns whether a key with the permissions `granted` may make the call. */
export function isAllowed(call: CallName, granted: readonly Permission[]): boolean {
  const needed = permissions[call];
  return granted.some((one) => one === needed || one === needed.replace(/Read$/, "Write"));
}
