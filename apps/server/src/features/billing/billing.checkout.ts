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
  isAnswered,
  keepOneCheckout,
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

/** A checkout for the yearly plan. Asked for repeatedly it is the same one: two open ones could both be paid. */
export async function beginCheckout(ctx: Context, owner: OwnerId): Promise<CheckoutSession> {
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
  // Once more when the provider turns out to have deleted the customer.
  for (let attempt = 1; attempt <= 2; attempt++) {
    await ensureCustomer(ctx, owner);
    const synced = await syncBilling(ctx, owner);
    if (!synced?.customerId) continue;
    const refusal = refusalOf(synced.status);
    if (refusal) throw refusal;
    const { id, url } = await openCheckout(ctx, owner, synced.customerId);
    return { sessionId: id, url };
  }
  throw new AppError("unavailable", "No se pudo preparar el pago. Inténtalo de nuevo.");
}

async function openCheckout(ctx: Context, owner: OwnerId, customerId: string) {
  const inAnHour = new Date(ctx.clock.now().getTime() + HOUR_MS);
  const { email } = await requirePayer(ctx.db, owner);
  // Open pages show it, too.
  await setCustomerEmail(ctx, customerId, email);
  const open = await keepOneCheckout(ctx, customerId, inAnHour);
  if (open) return open;
  await createCheckout(ctx, customerId, owner);
  // A deletion that began after this look will find the new checkout and expire it.
  const row = await selectBilling(ctx.db, owner);
  if (row?.customerId !== customerId || isClosing(row, ctx.clock.now())) {
    await expireCheckouts(ctx, customerId);
    throw accountClosing();
  }
  // Another process may have created one at the same time.
  const kept = await keepOneCheckout(ctx, customerId, new Date(0));
  if (!kept) throw new AppError("unavailable", "No se pudo preparar el pago. Inténtalo de nuevo.");
  return kept;
}

/** Binds a customer to the user before anything is sold to it: an event about an unknown customer is ignored. */
async function ensureCustomer(ctx: Context, owner: OwnerId): Promise<void> {
  const row = await selectOrInsertBilling(ctx.db, owner);
  if (isClosing(row, ctx.clock.now())) throw accountClosing();
  if (row.customerId !== null) return;
  // Left by a deletion whose process died.
  if (row.closingSince !== null) await clearClosing(ctx.db, owner, row.closingSince);
  const payer = await requirePayer(ctx.db, owner);
  const customerId = await createCustomer(ctx, payer, customerKey(payer, row)).catch(async (error: unknown) => {
    // A key replays its first answer for a day: the same one is only for an answer that nobody heard.
    if (isAnswered(error)) await countCustomerAttempt(ctx.db, owner, row.customerAttempt);
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

function refusalOf(status: string | null): AppError | null {
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

// The registration time tells apart users of two databases that share one provider account, where ids repeat. The
// revision gives whoever lost their customer another one.
function customerKey({ id, email, createdAt }: Payer, { revision, customerAttempt }: BillingRow): string {
  const digest = createHash("sha256").update(email).digest("base64url").slice(0, 16);
  return `customer-${id}-${createdAt.getTime()}-${digest}-${revision}-${customerAttempt}`;
}
