import type { Preferences } from "@repasa/contract/account.ts";
import type { ReminderOffer, ReminderSubscription } from "@repasa/contract/reminders.ts";
import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import type { Queryable } from "#db/pool.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { isSilent } from "./reminders.plan.ts";
import {
  hasCompletedSessions,
  lockReminders,
  selectOwnerOfToken,
  selectReminders,
  updateReminders,
} from "./reminders.queries.ts";
import { scheduleAfterChoice } from "./reminders.schedule.ts";

export { noteVisit } from "./reminders.visits.ts";

export type ReminderChoice = Pick<Preferences, "reminder" | "reminderHour">;
type ReminderChange = { [K in keyof ReminderChoice]?: ReminderChoice[K] | undefined };

const DEFAULT_CHOICE: ReminderChoice = { reminder: false, reminderHour: 18 };
const SESSIONS_BEFORE_OFFER = 3;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function readReminderChoice(db: Queryable, owner: OwnerId): Promise<ReminderChoice> {
  const { reminder, reminderHour } = (await selectReminders(db, owner)) ?? DEFAULT_CHOICE;
  return { reminder, reminderHour };
}

/** Changes what is given and plans anew; choosing also counts as a visit. */
export async function changeReminderChoice(
  db: Queryable,
  owner: OwnerId,
  moment: Moment,
  change: ReminderChange,
): Promise<ReminderChoice> {
  const { now } = moment;
  const row = await lockReminders(db, owner, moment);
  const reminder = change.reminder ?? row.reminder;
  const reminderHour = change.reminderHour ?? row.reminderHour;
  // A call without a zone counts as UTC, but does not mean that the user moved there.
  const timeZone = moment.timeZone === "UTC" ? row.timeZone : moment.timeZone;
  const time = { ...row, timeZone, hour: reminderHour };
  const schedule = reminder
    ? scheduleAfterChoice(now, time, isSilent(row) ? null : row.nextReminderAt)
    : { nextReminderAt: null };
  await updateReminders(db, owner, { ...schedule, reminder, reminderHour, timeZone, lastVisitAt: now });
  return { reminder, reminderHour };
}

export async function readOffer({ db }: Context, owner: OwnerId): Promise<ReminderOffer> {
  const row = await selectReminders(db, owner);
  const { reminder, reminderHour } = row ?? DEFAULT_CHOICE;
  const isOpen = !reminder && !row?.offerAnsweredAt;
  return { offer: isOpen && (await hasCompletedSessions(db, owner, SESSIONS_BEFORE_OFFER)), hour: reminderHour };
}

export async function answerOffer({ db }: Context, owner: OwnerId, moment: Moment, accept: boolean): Promise<void> {
  await db.transaction(async (transaction) => {
    await changeReminderChoice(transaction, owner, moment, accept ? { reminder: true } : {});
    await updateReminders(transaction, owner, { offerAnsweredAt: moment.now });
  });
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
  await db.transaction((transaction) => changeReminderChoice(transaction, owner, moment, { reminder }));
  return { reminder };
}
