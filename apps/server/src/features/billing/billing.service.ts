import type { CheckoutSession, Price, RestoredPurchase } from "@repasa/contract/billing.ts";
import { AppError } from "#app-error.ts";

const AN_HOUR = 3600;

export type BillingService = ReturnType<typeof createBillingService>;

/** Billing without a payment provider: it says so, and the rest of the app works. */
export function createBillingService() {
  const off = () =>
    new AppError("unavailable", "Los pagos no están disponibles en este momento", { retryAfterSeconds: AN_HOUR });
  return {
    price: async (): Promise<Price> => {
      throw off();
    },
    createCheckout: async (): Promise<CheckoutSession> => {
      throw off();
    },
    restore: async (): Promise<RestoredPurchase> => {
      throw off();
    },
  };
}
