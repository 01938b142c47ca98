import type { DailyReview } from "@repasa/contract/stats.ts";
import type { Queryable } from "#db/pool.ts";
import { HopelessJob, type JobRun } from "#jobs/job.ts";
import { type LocalDate, localDateOf, type Moment, momentAt } from "#local-days.ts";
import type { Letter } from "#mail/letter.ts";
import type { SendMail } from "#mail/mail.ts";
import { createPost } from "#mail/post.ts";
import type { OwnerId } from "#owner.ts";
import { digestLetter, farewellLetter } from "./reminders.emails.ts";
import type { PlannedDigest } from "./reminders.jobs.ts";
import { isLongAway, isSilent } from "./reminders.plan.ts";
import { deleteUnsent, hasStudied, type Reader, selectReader, updateSent } from "./reminders.queries.ts";

export type DigestDependencies = {
  db: Queryable;
  sendMail: SendMail;
  appUrl: () => string;
  supportEmail: string;
  pendingByFolder: (owner: OwnerId, moment: Moment) => Promise<DailyReview>;
  streakOf: (owner: OwnerId, moment: Moment) => Promise<number>;
};

/** Delivers a planned mail, if by then it is still right to: all that the plan went by may have changed since. */
export function createDigestDelivery(dependencies: DigestDependencies) {
  const { db, appUrl, pendingByFolder, streakOf } = dependencies;
  const post = createPost(dependencies);

  async function digestFor(owner: OwnerId, moment: Moment, reader: Reader): Promise<Letter | null> {
    const { folders } = await pendingByFolder(owner, moment);
    if (folders.length === 0) return null;
    const streak = await streakOf(owner, moment);
    return digestLetter({ ...reader, to: reader.email }, { folders, streak }, { ...reader, appUrl: appUrl() });
  }

  async function hand(letter: Letter, { id, signal }: JobRun): Promise<void> {
    // Its worker was taken for dead meanwhile, and another has the work.
    if (signal?.aborted) throw new Error("the mail is in another worker's hands");
    await post(letter, `recordatorio.${id}`);
  }

  return async function deliver({ userId, date, timeZone, scheduledAt }: PlannedDigest, run: JobRun): Promise<void> {
    const owner = userId;
    const scheduled = new Date(scheduledAt);
    const reader = await selectReader(db, owner);
    if (!reader) return;
    // An earlier try did it, and died before it could tell.
    if (reader.lastDailyReminderSent !== null && reader.lastDailyReminderSent >= scheduled) return;
    const moment = momentAt(run.now, reader.timeZone);
    const isLast = isLongAway(reader, run.now);
    const isWanted = reader.reminder && !isSilent(reader) && !(await hasStudied(db, owner, date, moment.today));
    const letter = isWanted && date >= moment.today ? await digestFor(owner, moment, reader) : null;
    if (letter === null) {
      await deleteUnsent(db, owner, scheduled);
      if (isWanted && isOver(date, timeZone, run.now)) {
        throw new HopelessJob("the day was over before its mail could be sent");
      }
      return;
    }
    await hand(isLast ? farewellLetter({ ...reader, to: reader.email }, { ...reader, appUrl: appUrl() }) : letter, run);
    // Not before it was due, should this worker's clock be behind the planner's: the next try goes by it.
    const sentAt = run.now > scheduled ? run.now : scheduled;
    await updateSent(db, owner, scheduled, { sentAt, isLast });
  };
}

/** Whether a date is past where its mail was planned; elsewhere it may only be past because its user flew on. */
function isOver(date: LocalDate, timeZone: string, now: Date): boolean {
  return date < localDateOf(now, timeZone);
}
