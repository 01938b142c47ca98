import type { Preferences } from "@repasa/contract/account.ts";
import type { ReminderOffer, ReminderSubscription } from "@repasa/contract/reminders.ts";
import type { Context } from "#context.ts";
import { writeRecorded } from "#features/feed/feed.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import { isSilent } from "./reminders.plan.ts";
import {
  hasCompletedSessions,
  lockReminders,
  NOT_STOPPED,
  type RemindersRow,
  selectOwnerOfToken,
  selectReminders,
  updateReminders,
} from "./reminders.queries.ts";
import { scheduleAfterTimeChoice } from "./reminders.schedule.ts";

export type ReminderChoice = Pick<
  Preferences,
  "reminder" | "reminderHour" | "reminderMinute" | "reminderChannels" | "reminderStop"
>;
type ReminderChange = { [K in keyof Omit<ReminderChoice, "reminderStop">]?: ReminderChoice[K] | undefined };

const DEFAULT_CHOICE: ReminderChoice = {
  reminder: false,
  reminderHour: 18,
  reminderMinute: 0,
  reminderChannels: ["mail"],
  reminderStop: null,
};
const SESSIONS_BEFORE_OFFER = 3;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function readReminderChoice(db: Queryable, owner: OwnerId): Promise<ReminderChoice> {
  const row = await selectReminders(db, owner);
  return row ? toReminderChoice(row) : DEFAULT_CHOICE;
}

function toReminderChoice({ mailStoppedAt, mailStopSeenAt, ...row }: RemindersRow): ReminderChoice {
  const { reminder, reminderHour, reminderMinute, reminderChannels } = row;
  const reminderStop = mailStoppedAt && (mailStopSeenAt ? "seen" : "new");
  return { reminder, reminderHour, reminderMinute, reminderChannels, reminderStop };
}

/** Applies a change to the choice and plans the next reminder. A choice also counts as a visit. */
export async function changeReminderChoice(
  db: Queryable,
  owner: OwnerId,
  moment: Moment,
  change: ReminderChange,
): Promise<ReminderChoice> {
  const { now } = moment;
  const row = await lockReminders(db, owner, moment);
  const reminder = change.reminder ?? row.reminder;
  const reminderChannels = change.reminderChannels ?? row.reminderChannels;
  const { reminderHour, reminderMinute } = mergeTime(row, change);
  // A call without a zone counts as UTC, but does not mean that the user moved there.
  const timeZone = moment.timeZone === "UTC" ? row.timeZone : moment.timeZone;
  const time = { ...row, timeZone, hour: reminderHour, minute: reminderMinute };
  const schedule = reminder
    ? scheduleAfterTimeChoice(now, time, isSilent(row) ? null : row.nextReminderAt)
    : { nextReminderAt: null };
  const changed = {
    ...schedule,
    ...((change.reminder !== undefined || change.reminderChannels?.includes("mail")) && NOT_STOPPED),
    reminder,
    reminderHour,
    reminderMinute,
    reminderChannels,
    timeZone,
    lastVisitAt: now,
  };
  await updateReminders(db, owner, changed);
  return toReminderChoice({ ...row, ...changed });
}

/** Takes the choice from another account of the same person, including the answer to the offer. */
export async function takeReminderChoice(
  db: Queryable,
  owner: OwnerId,
  moment: Moment,
  { offerAnsweredAt, ...change }: Required<ReminderChange> & { offerAnsweredAt: string | null },
): Promise<void> {
  await changeReminderChoice(db, owner, moment, change);
  if (offerAnsweredAt !== null) await updateReminders(db, owner, { offerAnsweredAt: new Date(offerAnsweredAt) });
}

/** A new hour without a minute resets the minute to 0, because the old minute was chosen for the old hour. */
function mergeTime(row: RemindersRow, { reminderHour, reminderMinute }: ReminderChange) {
  return {
    reminderHour: reminderHour ?? row.reminderHour,
    reminderMinute: reminderMinute ?? (reminderHour === undefined ? row.reminderMinute : 0),
  };
}

export async function readOffer({ db }: Context, owner: OwnerId): Promise<ReminderOffer> {
  const row = await selectReminders(db, owner);
  const { reminder, reminderHour: hour, reminderMinute: minute } = row ?? DEFAULT_CHOICE;
  const isOpen = !reminder && !row?.offerAnsweredAt && !row?.mailStoppedAt;
  return { offer: isOpen && (await hasCompletedSessions(db, owner, SESSIONS_BEFORE_OFFER)), hour, minute };
}

export async function answerOffer({ db }: Context, owner: OwnerId, moment: Moment, accept: boolean): Promise<void> {
  await writeRecorded(db, owner, async (transaction, noted) => {
    noted.preferencesChanged();
    await changeReminderChoice(transaction, owner, moment, accept ? { reminder: true } : {});
    await updateReminders(transaction, owner, { offerAnsweredAt: moment.now });
  });
}

export async function noteStop({ db, clock }: Context, owner: OwnerId): Promise<void> {
  await writeRecorded(db, owner, async (transaction, noted) => {
    noted.preferencesChanged();
    await updateReminders(transaction, owner, { mailStopSeenAt: clock.now() });
  });
}

/** Starts reminders again that were stopped because of the mailbox, after the account's address has changed. */
export async function resumeAtNewAddress({ db, clock }: Context, owner: OwnerId): Promise<void> {
  const row = await selectReminders(db, owner);
  if (!row) return;
  if (row.mailStoppedAt === null) return updateReminders(db, owner, NOT_STOPPED);
  await switchReminders(db, owner, momentAt(clock.now(), { timeZone: "UTC", dayStartHour: 0 }), true);
}

/** Switches reminders on or off with the token in a mail, without a session. */
export async function switchByToken(
  { db }: Context,
  token: string,
  moment: Moment,
  reminder: boolean,
): Promise<ReminderSubscription> {
  const owner = UUID.test(token) ? await selectOwnerOfToken(db, token) : null;
  if (owner === null) throw new AppError("invalid_token", "Este enlace ya no es válido");
  await switchReminders(db, owner, moment, reminder);
  return { reminder };
}

async function switchReminders(db: Queryable, owner: OwnerId, moment: Moment, reminder: boolean): Promise<void> {
  await writeRecorded(db, owner, async (transaction, noted) => {
    noted.preferencesChanged();
    await changeReminderChoice(transaction, owner, moment, { reminder });
  });
}
