import { createHash } from "node:crypto";
import type { CheckoutSession } from "@repasa/contract/billing.ts";
import { AppError } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import type { OwnerId } from "#owner.ts";
import type { Gateway } from "./billing.gateway.ts";
import {
  type BillingRow,
  lockBilling,
  type Payer,
  selectBilling,
  selectPayer,
  setCustomer,
} from "./billing.queries.ts";
import { isOver } from "./billing.state.ts";
import type { Sync } from "./billing.sync.ts";

type Dependencies = { db: Queryable; gateway: Gateway; sync: Sync; appUrl: () => string };

/** Makes the ways to the provider's pages: to pay, and to manage what one pays for. */
export function createCheckouts({ db, gateway, sync, appUrl }: Dependencies) {
  /** Binds a customer to the user, for good before anything is sold to it: an event of an unbound one says nothing. */
  async function bindCustomer(owner: OwnerId): Promise<void> {
    await db.transaction(async (transaction) => {
      const row = await lockBilling(transaction, owner);
      if (row.customerId !== null) return;
      const user = await payerOf(transaction, owner);
      await setCustomer(transaction, owner, await gateway.createCustomer(user, customerKey(user, row)));
    });
  }

  /**
   * A checkout, or why there is none; null when the provider has deleted the customer meanwhile. It is not thrown, as
   * what was read of the provider stays.
   */
  async function checkoutOf(transaction: Queryable, owner: OwnerId): Promise<CheckoutSession | AppError | null> {
    const row = await lockBilling(transaction, owner);
    if (row.customerId === null) return null;
    const { status, customerId } = await sync.syncRow(transaction, { ...row, customerId: row.customerId });
    if (customerId === null) return null;
    const refusal = refusalOf(status);
    if (refusal) return refusal;
    // Two tabs, or a second thought, lead to one payment: two open ones could both be paid.
    const pages = {
      success: `${appUrl()}/premium/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel: `${appUrl()}/premium/cancel`,
    };
    const open = await gateway.openCheckout(customerId);
    const { id, url } = open ?? (await gateway.createCheckout(customerId, owner, pages));
    return { sessionId: id, url };
  }

  return {
    async begin(owner: OwnerId): Promise<CheckoutSession> {
      for (let tries = 1; tries <= 2; tries++) {
        await bindCustomer(owner);
        const checkout = await db.transaction((transaction) => checkoutOf(transaction, owner));
        if (checkout instanceof AppError) throw checkout;
        if (checkout) return checkout;
      }
      throw new AppError("unavailable", "No se pudo preparar el pago. Inténtalo de nuevo.");
    },

    async openPortal(owner: OwnerId): Promise<{ url: string }> {
      const customerId = (await selectBilling(db, owner))?.customerId;
      if (!customerId) throw new AppError("conflict", "Todavía no tienes una suscripción que gestionar");
      const { email } = await payerOf(db, owner);
      await gateway.setEmail(customerId, email);
      return { url: await gateway.createPortal(customerId, `${appUrl()}/settings?from=portal`) };
    },
  };
}

async function payerOf(db: Queryable, owner: OwnerId): Promise<Payer> {
  const user = await selectPayer(db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  return user;
}

/** Why nobody with a subscription of this status may begin another. */
function refusalOf(status: string | null): AppError | null {
  if (status === null || isOver(status) || status === "incomplete") return null;
  const isGood = status === "active" || status === "trialing";
  const late = "Ya tienes una suscripción con un pago pendiente. Puedes actualizar la tarjeta en Ajustes.";
  return new AppError("conflict", isGood ? "Ya tienes Premium" : late);
}

// Ids repeat in another database that shares the provider's account; the moment of registration hardly does. Who lost
// their customer there gets another one.
function customerKey({ id, email, createdAt }: Payer, { syncedAt }: BillingRow): string {
  const digest = createHash("sha256").update(email).digest("base64url").slice(0, 16);
  return `customer-${id}-${createdAt.getTime()}-${digest}-${syncedAt?.getTime() ?? 0}`;
}
