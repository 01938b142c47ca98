import type { billingEndpoints } from "@repasa/contract/billing.ts";
import type { Handlers } from "#http/call.ts";
import type { BillingService } from "./billing.service.ts";

export function billingRoutes(billing: BillingService): Handlers<typeof billingEndpoints> {
  return {
    price: () => billing.price(),
    plan: ({ owner }) => billing.plan(owner),
    createCheckout: ({ owner }) => billing.createCheckout(owner),
    createPortal: ({ owner }) => billing.createPortal(owner),
    restore: ({ owner }) => billing.restore(owner),
  };
}
