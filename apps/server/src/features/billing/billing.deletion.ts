import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { callProvider, deleteCustomer, expireCheckouts, requirePayments } from "./billing.gateway.ts";
import { type BillingRow, clearClosing, clearCustomer, markClosing, selectBilling } from "./billing.queries.ts";
import { deriveBillingState, isOver } from "./billing.state.ts";
import { syncBilling } from "./billing.sync.ts";

// Longer than all calls of a checkout together can take. After it, the mark of a process that died has expired.
const CLOSING_MS = 120_000;

/** The job that deletes closed accounts runs every hour, and later when a server or the provider is down. */
const LATEST_DELETION_MS = 86_400_000;

export function isClosing({ closingSince }: Pick<BillingRow, "closingSince">, now: Date): boolean {
  return closingSince !== null && now.getTime() - closingSince.getTime() < CLOSING_MS;
}

/**
 * Ends everything that the user could still be charged for, then runs `deleteAccount`. The account is marked first: a checkout that
 * was created before the mark is expired here; a call that creates one after the mark expires it itself.
 *
 * @param waitsUntil The instant at which an account that is only closed now will be deleted. A subscription that charges nothing
 * until a day after then continues, so that the account still has it if it is taken back.
 */
export async function endPayments(
  ctx: Context,
  owner: OwnerId,
  waitsUntil: Date | null,
  deleteAccount: () => Promise<void>,
): Promise<void> {
  const since = ctx.clock.now();
  const { customerId, status } = await markClosing(ctx.db, owner, since);
  try {
    if (customerId !== null) {
      const continues =
        waitsUntil !== null &&
        (await isUnchargedUntil(ctx, owner, new Date(waitsUntil.getTime() + LATEST_DELETION_MS)));
      if (!continues) await endCustomer(ctx, owner, customerId, status);
      else if (ctx.config.stripe) await callProvider(ctx, () => expireCheckouts(ctx, customerId));
    }
    await deleteAccount();
  } finally {
    await clearClosing(ctx.db, owner, since);
  }
}

/** Returns whether the provider knows a paid subscription that does not renew before an instant. */
async function isUnchargedUntil(ctx: Context, owner: OwnerId, instant: Date): Promise<boolean> {
  if (ctx.config.stripe) await callProvider(ctx, () => syncBilling(ctx, owner));
  const row = await selectBilling(ctx.db, owner);
  if (row?.status !== "active") return false;
  return row.endsAt !== null || (row.currentPeriodEnd !== null && row.currentPeriodEnd > instant);
}

async function endCustomer(ctx: Context, owner: OwnerId, customerId: string, status: string | null): Promise<void> {
  const canBeCharged = status !== null && !isOver(status);
  // Without keys the provider cannot be called, which only matters while a subscription can still be charged.
  if (ctx.config.stripe || canBeCharged) {
    requirePayments(ctx);
    await callProvider(ctx, () => deleteCustomer(ctx, customerId));
  }
  // If the deletion fails after this, the stored state must show that premium has ended, because no event will follow.
  const now = ctx.clock.now();
  await ctx.db.transaction((transaction) => clearCustomer(transaction, owner, deriveBillingState([], now), now));
}
