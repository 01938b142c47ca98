import type { Plan, Price, RestoredPurchase } from "@repasa/contract/billing.ts";
import { type Context, perContext } from "#context.ts";
import { createInFlight } from "#platform/concurrency/in-flight.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import { callProvider, isMissing, readEvent, requirePayments, setCustomerEmail } from "./billing.gateway.ts";
import { billingJobs } from "./billing.jobs.ts";
import { isPremium } from "./billing.limits.ts";
import { toPlanSubscription } from "./billing.plan.ts";
import { readYearlyPrice } from "./billing.price-list.ts";
import { countCards, countFolders, selectBilling, selectOwnerOfCustomer, selectPayer } from "./billing.queries.ts";
import { type Synced, syncBilling } from "./billing.sync.ts";

const restoresInFlight = perContext(() => createInFlight<OwnerId, Synced | null>());

export async function readPrice(ctx: Context): Promise<Price> {
  const { publishableKey } = requirePayments(ctx);
  const { annual, monthly } = await readYearlyPrice(ctx);
  return { formatted_annual: annual, formatted_monthly: monthly, publishableKey };
}

export async function readPlan({ db, config }: Context, owner: OwnerId): Promise<Plan> {
  const premium = await isPremium(db, owner);
  const limitOf = (limit: number) => (premium || limit === 0 ? null : limit);
  return {
    premium,
    subscription: toPlanSubscription(await selectBilling(db, owner)),
    folders: { used: await countFolders(db, owner), limit: limitOf(config.freeLimits.folders) },
    cards: { used: await countCards(db, owner), limit: limitOf(config.freeLimits.cards) },
    sold: config.stripe !== null,
    adFrame: premium ? null : config.adFrame,
  };
}

/** Syncs with the provider directly, because the event of a payment may be late or lost. */
export async function restorePurchase(ctx: Context, owner: OwnerId): Promise<RestoredPurchase> {
  requirePayments(ctx);
  await ctx.throttle.take("restoreAccount", String(owner));
  await restoresInFlight(ctx)(owner, () => callProvider(ctx, () => syncBilling(ctx, owner)));
  return { premium: await isPremium(ctx.db, owner) };
}

/** Verifies a webhook delivery and enqueues a sync for its customer. If it throws, the provider delivers the event again. */
export async function receiveEvent(ctx: Context, body: Buffer, signature: string): Promise<void> {
  const received = readEvent(ctx, body, signature);
  if (!received) throw new AppError("validation_failed", "La firma de la notificación no es válida");
  const { customerId, ...event } = received;
  const owner = customerId === null ? null : await selectOwnerOfCustomer(ctx.db, customerId);
  if (owner !== null) await ctx.enqueue(ctx.db, billingJobs.sync, [{ userId: owner, event }]);
}

/** Sends the user's current address to the provider, which mails receipts to it. */
export async function updateCustomerEmail(ctx: Context, owner: OwnerId): Promise<void> {
  if (ctx.config.stripe === null) return;
  const customerId = (await selectBilling(ctx.db, owner))?.customerId;
  if (!customerId) return;
  // Repeats until the address is unchanged: a concurrent change may be sent at the same time, and the latest must be sent last.
  for (let sent: string | undefined; ; ) {
    const email = (await selectPayer(ctx.db, owner))?.email;
    if (email === undefined || email === sent) return;
    try {
      await setCustomerEmail(ctx, customerId, email);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    sent = email;
  }
}
