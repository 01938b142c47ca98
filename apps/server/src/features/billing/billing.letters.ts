import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { sendLetter } from "#platform/mail/send-letter.ts";
import {
  paidLetter,
  paymentFailedLetter,
  priceChangedLetter,
  type Recipient,
  renewalLetter,
} from "./billing.emails.ts";
import { billingJobs } from "./billing.jobs.ts";
import type { Notice } from "./billing.notices.ts";
import type { YearlyPrice } from "./billing.price.ts";
import { type BillingRow, markReminded, selectAddressee, selectBilling } from "./billing.queries.ts";
import { isUnpaid } from "./billing.state.ts";
import { syncBilling } from "./billing.sync.ts";

const REMIND_BEFORE_MS = 14 * 86_400_000;
const BATCH_SIZE = 200;

/** Sends a notice to the account's current address, unless the state it is about has changed since. */
export async function sendNotice(ctx: Context, owner: OwnerId, notice: Notice, run: JobRun): Promise<void> {
  const row = await selectBilling(ctx.db, owner);
  const recipient = await readRecipient(ctx, owner);
  const letter = row && recipient && buildLetter(notice, row, recipient, run.now);
  if (letter) await sendLetter(ctx, letter, `pago.${run.id}`);
}

function buildLetter(notice: Notice, row: BillingRow, recipient: Recipient, now: Date): Letter | null {
  const renewsAt = getRenewalDate(row);
  switch (notice.notice) {
    case "paid":
      return paidLetter(recipient, { ...notice, renewsAt, renewal: getAnnouncedPrice(row) });
    case "failed": {
      if (row.status === null || !isUnpaid(row.status)) return null;
      const graceUntil = row.graceUntil !== null && row.graceUntil > now ? row.graceUntil : null;
      return paymentFailedLetter(recipient, { price: notice.price, graceUntil });
    }
    case "price_changed":
      return renewsAt && priceChangedLetter(recipient, { ...notice, renewsAt });
  }
}

/** Enqueues reminders of near renewals. Each batch is marked as reminded in the transaction that enqueues it. */
export async function planRenewals(ctx: Context, now: Date): Promise<void> {
  if (ctx.config.stripe === null) return;
  const until = new Date(now.getTime() + REMIND_BEFORE_MS);
  for (let planned = BATCH_SIZE; planned === BATCH_SIZE; ) {
    planned = await ctx.db.transaction(async (transaction) => {
      const renewals = await markReminded(transaction, now, until, BATCH_SIZE);
      const data = renewals.map(({ userId, renewsAt }) => ({ userId, renewsAt: renewsAt.toISOString() }));
      await ctx.enqueue(transaction, billingJobs.renewal, data);
      return renewals.length;
    });
  }
}

/** Syncs with the provider first, because the announced date and price must be the real ones. */
export async function remindOfRenewal(ctx: Context, owner: OwnerId, renewsAt: Date, run: JobRun): Promise<void> {
  await syncBilling(ctx, owner);
  const row = await selectBilling(ctx.db, owner);
  const recipient = await readRecipient(ctx, owner);
  if (!row || !recipient || getRenewalDate(row)?.getTime() !== renewsAt.getTime() || renewsAt <= run.now) return;
  await sendLetter(ctx, renewalLetter(recipient, { renewsAt, price: getAnnouncedPrice(row) }), `renovacion.${run.id}`);
}

async function readRecipient(ctx: Context, owner: OwnerId): Promise<Recipient | null> {
  const addressee = await selectAddressee(ctx.db, owner);
  if (!addressee) return null;
  const { email, timeZone } = addressee;
  return { to: email, timeZone: timeZone ?? "UTC", appUrl: ctx.appUrl(), supportEmail: ctx.config.supportEmail };
}

function getRenewalDate({ status, endsAt, currentPeriodEnd }: BillingRow): Date | null {
  return status === "active" && endsAt === null ? currentPeriodEnd : null;
}

function getAnnouncedPrice({ renewalAmount: amount, renewalCurrency: currency }: BillingRow): YearlyPrice | null {
  return amount === null || currency === null ? null : { amount, currency };
}
