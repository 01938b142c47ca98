import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { RefusedMail } from "#platform/mail/mail.ts";
import { countRefusal, isServerRefusing, stopReminders } from "./reminders.queries.ts";

/** On so many dates a mailbox must refuse its reminder, and take none in between, to count as gone. */
const DATES_TO_STOP = 3;
/** With so many others refused and nobody reached, it is the mail server that is set up wrongly. */
const OTHERS_REFUSED = 3;
const DAY_MS = 86_400_000;

/** Whether a mail was refused for good because of whom it was for. */
export function isMailboxRefusal(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof RefusedMail && cause.isOfMailbox;
}

/** Switches reminders off once their mailbox has refused them on some dates; the app tells the user. */
export async function noteRefusal(
  ctx: Context,
  owner: OwnerId,
  address: string,
  date: LocalDate,
  now: Date,
): Promise<void> {
  await ctx.db.transaction(async (transaction) => {
    if ((await countRefusal(transaction, owner, address, date)) < DATES_TO_STOP) return;
    const since = {
      instant: new Date(now.getTime() - DATES_TO_STOP * DAY_MS),
      date: addDays(date, -DATES_TO_STOP),
      others: OTHERS_REFUSED,
    };
    if (await isServerRefusing(transaction, owner, since)) return;
    await stopReminders(transaction, owner, now);
  });
}
