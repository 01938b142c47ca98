import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { writeRecorded } from "#features/feed/feed.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { RefusedMail } from "#platform/mail/mail.ts";
import { countRefusal, isServerRefusing, stopMails } from "./reminders.queries.ts";

/** A mailbox counts as unreachable after refusing its reminder on this number of dates without accepting one in between. */
const REFUSED_DATES_TO_STOP = 3;
/** If this number of other mailboxes have refused and none has accepted, the mail server is considered misconfigured. */
const REFUSING_OTHERS_FOR_SERVER = 3;
const DAY_MS = 86_400_000;

/** True if a mail was refused permanently because of its recipient. */
export function isMailboxRefusal(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof RefusedMail && cause.isOfMailbox;
}

/** Stops reminders by mail after the mailbox has refused them on some dates. The app then notifies the user. */
export async function noteRefusal(
  ctx: Context,
  owner: OwnerId,
  address: string,
  date: LocalDate,
  now: Date,
): Promise<void> {
  await writeRecorded(ctx.db, owner, async (transaction, noted) => {
    if ((await countRefusal(transaction, owner, address, date)) < REFUSED_DATES_TO_STOP) return;
    const since = {
      instant: new Date(now.getTime() - REFUSED_DATES_TO_STOP * DAY_MS),
      date: addDays(date, -REFUSED_DATES_TO_STOP),
      others: REFUSING_OTHERS_FOR_SERVER,
    };
    if (await isServerRefusing(transaction, owner, since)) return;
    await stopMails(transaction, owner, now);
    noted.preferencesChanged();
  });
}
