import { createHash } from "node:crypto";
import type { CheckoutSession, PortalSession } from "@repasa/contract/billing.ts";
import { type Context, perContext } from "#context.ts";
import { createInFlight } from "#platform/concurrency/in-flight.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import { isClosing } from "./billing.deletion.ts";
import {
  callProvider,
  createCheckout,
  createCustomer,
  createPortal,
  deleteCustomer,
  expireCheckouts,
  isAnsweredError,
  keepOneCheckoutOpen,
  requirePayments,
  setCustomerEmail,
} from "./billing.gateway.ts";
import {
  type BillingRow,
  bindCustomer,
  clearClosing,
  countCustomerAttempt,
  type Payer,
  selectBilling,
  selectOrInsertBilling,
  selectPayer,
} from "./billing.queries.ts";
import { isOver } from "./billing.state.ts";
import { syncBilling } from "./billing.sync.ts";

const HOUR_MS = 3_600_000;

const checkoutsInFlight = perContext(() => createInFlight<OwnerId, CheckoutSession>());

/** Returns a checkout for the yearly plan. Repeated calls return the same one, because two open checkouts could both be paid. */
export async function startCheckout(ctx: Context, owner: OwnerId): Promise<CheckoutSession> {
  requirePayments(ctx);
  await ctx.throttle.take("checkoutAccount", String(owner));
  return checkoutsInFlight(ctx)(owner, () => callProvider(ctx, () => prepareCheckout(ctx, owner)));
}

export async function openPortal(ctx: Context, owner: OwnerId): Promise<PortalSession> {
  requirePayments(ctx);
  await ctx.throttle.take("checkoutAccount", String(owner));
  const customerId = (await selectBilling(ctx.db, owner))?.customerId;
  if (!customerId) throw new AppError("conflict", "Todavía no tienes una suscripción que gestionar");
  const { email } = await requirePayer(ctx.db, owner);
  return callProvider(ctx, async () => {
    await setCustomerEmail(ctx, customerId, email);
    return { url: await createPortal(ctx, customerId) };
  });
}

async function prepareCheckout(ctx: Context, owner: OwnerId): Promise<CheckoutSession> {
  if ((await requirePayer(ctx.db, owner)).statusMobile === "active") throw boughtOnMobile();
  // The second attempt is for a customer that turns out to be deleted at the provider.
  for (let attempt = 1; attempt <= 2; attempt++) {
    await ensureCustomer(ctx, owner);
    const synced = await syncBilling(ctx, owner);
    if (!synced?.customerId) continue;
    const refusal = findRefusal(synced.status);
    if (refusal) throw refusal;
    const { id, url } = await openCheckout(ctx, owner, synced.customerId);
    return { sessionId: id, url };
  }
  throw new AppError("unavailable", "No se pudo preparar el pago. Inténtalo de nuevo.");
}

async function openCheckout(ctx: Context, owner: OwnerId, customerId: string) {
  const inAnHour = new Date(ctx.clock.now().getTime() + HOUR_MS);
  const { email } = await requirePayer(ctx.db, owner);
  // Checkout pages that are already open show the address, too.
  await setCustomerEmail(ctx, customerId, email);
  const open = await keepOneCheckoutOpen(ctx, customerId, inAnHour);
  if (open) return open;
  await createCheckout(ctx, customerId, owner);
  // A deletion that starts after this read finds the new checkout and expires it.
  const row = await selectBilling(ctx.db, owner);
  if (row?.customerId !== customerId || isClosing(row, ctx.clock.now())) {
    await expireCheckouts(ctx, customerId);
    throw accountClosing();
  }
  // Another process may have created one at the same time.
  const checkout = await keepOneCheckoutOpen(ctx, customerId, new Date(0));
  if (!checkout) throw new AppError("unavailable", "No se pudo preparar el pago. Inténtalo de nuevo.");
  return checkout;
}

/** Binds a customer to the user before anything is sold to it: an event about an unknown customer is ignored. */
async function ensureCustomer(ctx: Context, owner: OwnerId): Promise<void> {
  const row = await selectOrInsertBilling(ctx.db, owner);
  if (isClosing(row, ctx.clock.now())) throw accountClosing();
  if (row.customerId !== null) return;
  // The expired mark was left by a deletion whose process died.
  if (row.closingSince !== null) await clearClosing(ctx.db, owner, row.closingSince);
  const payer = await requirePayer(ctx.db, owner);
  const customerId = await createCustomer(ctx, payer, buildIdempotencyKey(payer, row)).catch(async (error: unknown) => {
    // For a day the provider repeats its first response to a key. A key is reused only if no response to it was received.
    if (isAnsweredError(error)) await countCustomerAttempt(ctx.db, owner, row.customerAttempt);
    throw error;
  });
  if (await bindCustomer(ctx.db, owner, customerId)) return;
  const current = await selectBilling(ctx.db, owner);
  if (current?.customerId === customerId) return;
  // The account is being deleted, or another process has bound another customer.
  await deleteCustomer(ctx, customerId);
  if (!current?.customerId) throw accountClosing();
}

async function requirePayer(db: Queryable, owner: OwnerId): Promise<Payer> {
  const payer = await selectPayer(db, owner);
  if (!payer) throw new AppError("unauthorized", "Unauthorized");
  return payer;
}

/** Returns the error with which a checkout is refused because of an existing subscription; null if it is permitted. */
function findRefusal(status: string | null): AppError | null {
  if (status === null || isOver(status) || status === "incomplete") return null;
  const isGood = status === "active" || status === "trialing";
  const late = "Ya tienes una suscripción con un pago pendiente. Puedes actualizar la tarjeta en Ajustes.";
  return new AppError("conflict", isGood ? "Ya tienes Premium" : late);
}

function boughtOnMobile(): AppError {
  const where = "lo compraste en la aplicación móvil, y se gestiona en la tienda de tu teléfono.";
  return new AppError("conflict", `Ya tienes Premium: ${where}`);
}

function accountClosing(): AppError {
  return new AppError("conflict", "La cuenta se está eliminando");
}

// The registration time distinguishes users of two databases that share one provider account, as their ids repeat. The
// revision lets a user whose customer was deleted get another one.
function buildIdempotencyKey({ id, email, createdAt }: Payer, { revision, customerAttempt }: BillingRow): string {
  const digest = createHash("sha256").update(email).digest("base64url").slice(0, 16);
  return `customer-${id}-${createdAt.getTime()}-${digest}-${revision}-${customerAttempt}`;
}
