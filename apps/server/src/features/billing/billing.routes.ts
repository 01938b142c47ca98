import type { billingEndpoints } from "@repasa/contract/billing.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { openPortal, startCheckout } from "./billing.checkout.ts";
import { readPlan, readPrice, restorePurchase } from "./billing.service.ts";

export function billingRoutes(ctx: Context): Handlers<typeof billingEndpoints> {
  return {
    price: () => readPrice(ctx),
    plan: ({ owner }) => readPlan(ctx, owner),
    createCheckout: ({ owner }) => startCheckout(ctx, owner),
    createPortal: ({ owner }) => openPortal(ctx, owner),
    restore: ({ owner }) => restorePurchase(ctx, owner),
  };
}
