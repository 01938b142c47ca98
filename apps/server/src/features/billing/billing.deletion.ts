import type { Context } from "#context.ts";
import type { OwnerId } from "#owner.ts";
import { callProvider, deleteCustomer, requirePayments } from "./billing.gateway.ts";
import { type BillingRow, clearClosing, clearCustomer, markClosing } from "./billing.queries.ts";
import { billingState, isOver } from "./billing.state.ts";

// More than all calls of a checkout together can take; a mark left by a process that died expires.
const CLOSING_MS = 120_000;

export function isClosing({ closingSince }: Pick<BillingRow, "closingSince">, now: Date): boolean {
  return closingSince !== null && now.getTime() - closingSince.getTime() < CLOSING_MS;
}

/**
 * Ends whatever the user could still be charged for before `deleteAccount` runs. The account is marked first: a checkout
 * that was created before the mark is expired here, one created after it expires itself.
 */
export async function endPayments(ctx: Context, owner: OwnerId, deleteAccount: () => Promise<void>): Promise<void> {
  const since = ctx.clock.now();
  const row = await markClosing(ctx.db, owner, since);
  try {
    if (row.customerId !== null) await endCustomer(ctx, owner, row.customerId, row.status);
    await deleteAccount();
  } catch (error) {
    await clearClosing(ctx.db, owner, since);
    throw error;
  }
}

async function endCustomer(ctx: Context, owner: OwnerId, customerId: string, status: string | null): Promise<void> {
  const canBeCharged = status !== null && !isOver(status);
  // Without keys the provider cannot be told, which only matters while something goes on.
  if (ctx.config.stripe || canBeCharged) {
    requirePayments(ctx);
    await callProvider(ctx, () => deleteCustomer(ctx, customerId));
  }
  // Should the deletion fail after this, the account must know that premium has ended: no event will tell.
  const now = ctx.clock.now();
  await ctx.db.transaction((transaction) => clearCustomer(transaction, owner, billingState([], now), now));
}
