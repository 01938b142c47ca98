import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { sendLetter } from "#platform/mail/send-letter.ts";
import {
  type Addressed,
  paidLetter,
  paymentFailedLetter,
  priceChangedLetter,
  renewalLetter,
} from "./billing.emails.ts";
import { billingJobs } from "./billing.jobs.ts";
import type { Notice } from "./billing.notices.ts";
import type { YearlyPrice } from "./billing.price.ts";
import { type BillingRow, markReminded, selectAddressee, selectBilling } from "./billing.queries.ts";
import { isUnpaid } from "./billing.state.ts";
import { syncBilling } from "./billing.sync.ts";

const REMIND_BEFORE_MS = 14 * 86_400_000;
const BATCH = 200;

/** Writes to the address that the account has now, unless what was to be told is no longer so. */
export async function sendNotice(ctx: Context, owner: OwnerId, notice: Notice, run: JobRun): Promise<void> {
  const row = await selectBilling(ctx.db, owner);
  const addressed = await addressedTo(ctx, owner);
  const letter = row && addressed && letterOf(notice, row, addressed, run.now);
  if (letter) await sendLetter(ctx, letter, `pago.${run.id}`);
}

function letterOf(notice: Notice, row: BillingRow, addressed: Addressed, now: Date): Letter | null {
  const renewsAt = renewalOf(row);
  switch (notice.notice) {
    case "paid":
      return paidLetter(addressed, { ...notice, renewsAt, renewal: toldPrice(row) });
    case "failed": {
      if (row.status === null || !isUnpaid(row.status)) return null;
      const graceUntil = row.graceUntil !== null && row.graceUntil > now ? row.graceUntil : null;
      return paymentFailedLetter(addressed, { price: notice.price, graceUntil });
    }
    case "price_changed":
      return renewsAt && priceChangedLetter(addressed, { ...notice, renewsAt });
  }
}

/** Asks for the letters and remembers them in one transaction, batch by batch. */
export async function planRenewals(ctx: Context, now: Date): Promise<void> {
  if (ctx.config.stripe === null) return;
  const until = new Date(now.getTime() + REMIND_BEFORE_MS);
  for (let planned = BATCH; planned === BATCH; ) {
    planned = await ctx.db.transaction(async (transaction) => {
      const renewals = await markReminded(transaction, now, until, BATCH);
      const data = renewals.map(({ userId, renewsAt }) => ({ userId, renewsAt: renewsAt.toISOString() }));
      await ctx.enqueue(transaction, billingJobs.renewal, data);
      return renewals.length;
    });
  }
}

/** Reads the provider first: a date and a price that are told must be what will happen. */
export async function remindOfRenewal(ctx: Context, owner: OwnerId, renewsAt: Date, run: JobRun): Promise<void> {
  await syncBilling(ctx, owner);
  const row = await selectBilling(ctx.db, owner);
  const addressed = await addressedTo(ctx, owner);
  if (!row || !addressed || renewalOf(row)?.getTime() !== renewsAt.getTime() || renewsAt <= run.now) return;
  await sendLetter(ctx, renewalLetter(addressed, { renewsAt, price: toldPrice(row) }), `renovacion.${run.id}`);
}

async function addressedTo(ctx: Context, owner: OwnerId): Promise<Addressed | null> {
  const addressee = await selectAddressee(ctx.db, owner);
  if (!addressee) return null;
  const { email, timeZone } = addressee;
  return { to: email, timeZone: timeZone ?? "UTC", appUrl: ctx.appUrl(), supportEmail: ctx.config.supportEmail };
}

function renewalOf({ status, endsAt, currentPeriodEnd }: BillingRow): Date | null {
  return status === "active" && endsAt === null ? currentPeriodEnd : null;
}

function toldPrice({ renewalAmount: amount, renewalCurrency: currency }: BillingRow): YearlyPrice | null {
  return amount === null || currency === null ? null : { amount, currency };
}
