import { randomUUID } from "node:crypto";
import type { ReminderOffer, ReminderSubscription } from "@repasa/contract/reminders.ts";
import { AppError } from "#app-error.ts";
import { isUserGone, type Queryable } from "#db/pool.ts";
import type { Enqueue, JobHandlers } from "#jobs/job.ts";
import type { LocalDate, Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { createDigestDelivery, type DigestDependencies } from "./reminders.digest.ts";
import { type PlannedDigest, reminderJobs } from "./reminders.jobs.ts";
import { createPlanner, type DueDay, isSilent } from "./reminders.plan.ts";
import {
  deleteEmailReminders,
  insertEmailReminders,
  keepVisit,
  lockDueUsers,
  lockReminders,
  selectChoice,
  selectDaysToRemind,
  selectDueUsers,
  selectOffer,
  selectOwnerOfToken,
  updatePlans,
  updateReminders,
} from "./reminders.queries.ts";
import { scheduleAfterChoice, scheduleAfterMove } from "./reminders.schedule.ts";

type Dependencies = DigestDependencies & {
  enqueue: Enqueue;
  /** Keeps whether the user wants reminders, with their other preferences. */
  setReminder: (db: Queryable, owner: OwnerId, reminder: boolean, now: Date) => Promise<void>;
};

export type RemindersService = ReturnType<typeof createRemindersService>;

const SESSIONS_BEFORE_OFFER = 3;
// With so many cards each, a batch is noted well within what a statement may take.
const USERS_AT_ONCE = 100;
/** Enough to tell what a mail was about; who let thousands pile up does not get a row for each, each day. */
const CARDS_NOTED = 200;
const KEPT_DAYS = 60;
const DELETED_AT_ONCE = 5_000;
const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;
const REMEMBERED_USERS = 10_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function createRemindersService(dependencies: Dependencies) {
  const { db, enqueue, setReminder } = dependencies;
  // Who was here a moment ago need not be noted again; on a new date or in another zone they must.
  const visits = new Map<OwnerId, { at: Date; today: LocalDate; timeZone: string }>();

  /** Plans anew after what a user chose changed; to choose is to be here. */
  async function preferencesChanged(db: Queryable, owner: OwnerId, moment: Moment): Promise<void> {
    const { now } = moment;
    const row = await lockReminders(db, newReminders(owner, moment));
    const { reminder, hour } = await selectChoice(db, owner);
    // A call that names no zone counts as one from UTC; it does not say that the user moved there.
    const timeZone = moment.timeZone === "UTC" ? row.timeZone : moment.timeZone;
    const schedule = reminder
      ? scheduleAfterChoice(now, { ...row, timeZone, hour }, isSilent(row) ? null : row.nextReminderAt)
      : { nextReminderAt: null };
    await updateReminders(db, owner, { ...schedule, timeZone, lastVisitAt: now });
  }

  /** Notes where somebody is who was elsewhere or away, and plans for there; who was away begins as after a choice. */
  async function keepMove(owner: OwnerId, moment: Moment): Promise<void> {
    await db.transaction(async (transaction) => {
      const { now, timeZone } = moment;
      const row = await lockReminders(transaction, newReminders(owner, moment));
      const { reminder, hour } = await selectChoice(transaction, owner);
      const wish = { timeZone, hour, servedDate: row.servedDate };
      const begins = row.nextReminderAt === null || isSilent(row);
      await updateReminders(transaction, owner, {
        timeZone,
        lastVisitAt: now,
        ...(!reminder && { nextReminderAt: null }),
        ...(reminder && begins && scheduleAfterChoice(now, wish, null)),
        ...(reminder && !begins && row.timeZone !== timeZone && { nextReminderAt: scheduleAfterMove(now, wish) }),
      });
    });
  }

  async function switchByToken(token: string, moment: Moment, reminder: boolean): Promise<ReminderSubscription> {
    const owner = UUID.test(token) ? await selectOwnerOfToken(db, token) : null;
    if (owner === null) throw new AppError("invalid_token", "Este enlace ya no es válido");
    await db.transaction(async (transaction) => {
      await setReminder(transaction, owner, reminder, moment.now);
      await preferencesChanged(transaction, owner, moment);
    });
    return { reminder };
  }

  /** Deals with some of the users whose time has come; how many. */
  async function planSome(now: Date): Promise<number> {
    return db.transaction(async (transaction) => {
      const owners = await lockDueUsers(transaction, now, USERS_AT_ONCE);
      if (owners.length === 0) return 0;
      const plans = (await selectDueUsers(transaction, owners)).map(createPlanner(now));
      const days = plans.flatMap(({ day }) => day ?? []);
      const wanted = await selectDaysToRemind(transaction, days);
      const toRemind = days.filter(({ userId }) => wanted.has(userId));
      const digests = toRemind.filter(({ isLast }) => !isLast);
      if (digests.length > 0) await insertEmailReminders(transaction, digests, CARDS_NOTED, now);
      await updatePlans(transaction, plans);
      if (toRemind.length > 0) await enqueue(transaction, reminderJobs.digest, toRemind.map(planned));
      return owners.length;
    });
  }

  const handlers: JobHandlers<typeof reminderJobs> = {
    async plan(_data, { now }) {
      while ((await planSome(now)) === USERS_AT_ONCE);
    },
    digest: createDigestDelivery(dependencies),
    async prune(_data, { now }) {
      const before = new Date(now.getTime() - KEPT_DAYS * A_DAY_MS);
      while ((await deleteEmailReminders(db, before, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
    },
  };

  return {
    handlers,
    preferencesChanged,

    /** Notes that a user is here, and where that is. */
    async visited(owner: OwnerId, moment: Moment): Promise<void> {
      const { now, today, timeZone } = moment;
      const last = visits.get(owner);
      const isKnown = last?.timeZone === timeZone && last.today === today;
      if (isKnown && now.getTime() - last.at.getTime() < AN_HOUR_MS) return;
      if (visits.size >= REMEMBERED_USERS) visits.clear();
      visits.set(owner, { at: now, today, timeZone });
      try {
        if (!(await keepVisit(db, owner, now, timeZone))) await keepMove(owner, moment);
      } catch (error) {
        visits.delete(owner);
        if (!isUserGone(error)) throw error;
      }
    },

    async offer(owner: OwnerId): Promise<ReminderOffer> {
      const { experienced, reminder, answered } = await selectOffer(db, owner, SESSIONS_BEFORE_OFFER);
      const { hour } = await selectChoice(db, owner);
      return { offer: experienced && !reminder && !answered, hour };
    },

    async answerOffer(owner: OwnerId, moment: Moment, accept: boolean): Promise<void> {
      await db.transaction(async (transaction) => {
        if (accept) await setReminder(transaction, owner, true, moment.now);
        await preferencesChanged(transaction, owner, moment);
        await updateReminders(transaction, owner, { offerAnsweredAt: moment.now });
      });
    },

    unsubscribe: (token: string, moment: Moment): Promise<ReminderSubscription> => switchByToken(token, moment, false),
    resubscribe: (token: string, moment: Moment): Promise<ReminderSubscription> => switchByToken(token, moment, true),
  };
}

function newReminders(owner: OwnerId, { now, timeZone }: Moment) {
  return { userId: owner, timeZone, lastVisitAt: now, unsubscribeToken: randomUUID() };
}

function planned({ userId, date, timeZone, scheduledAt }: DueDay): PlannedDigest {
  return { userId, date, timeZone, scheduledAt: scheduledAt.toISOString() };
}
