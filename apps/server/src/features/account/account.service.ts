import { generateKeyPairSync } from "node:crypto";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import {
  type accountEndpoints,
  DEFAULT_SESSION_SIZE,
  type DeviceKey,
  NO_QUIET_DAYS,
  type Preferences,
} from "@repasa/contract/account.ts";
import { seemsNeverToForget } from "@repasa/scheduler/calibration.ts";
import type { Context } from "#context.ts";
import { normaliseEmail } from "#features/auth/auth.address.ts";
import { forgetSessions } from "#features/auth/auth.sessions.ts";
import { type NotedChanges, writeRecorded } from "#features/feed/feed.service.ts";
import { enqueueLearning } from "#features/memory/memory.service.ts";
import { changeReminderChoice, readReminderChoice } from "#features/reminders/reminders.service.ts";
import { lockDays } from "#features/schedule/days/days.service.ts";
import { findLearner, hasReviews } from "#features/schedule/schedule.service.ts";
import { settlePastDays, settleWithoutStreakGap } from "#features/schedule/schedule.settling.ts";
import { toCalibration } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { BodyOf, Client } from "#platform/http/call.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import type { PreferencesRow } from "#schema/account.ts";
import {
  insertAccessEvent,
  insertDeviceKeyOnce,
  selectDeviceKey,
  selectPreferences,
  setFirstPace,
  upsertPreferences,
} from "./account.queries.ts";

export async function readPreferences(ctx: Context, owner: OwnerId): Promise<Preferences> {
  const row = await selectPreferences(ctx.db, owner);
  return {
    ...applyDefaults(ctx, row),
    ...(await readReminderChoice(ctx.db, owner)),
    asksAboutForgotten: await asksAboutForgotten(ctx.db, owner, row),
  };
}

export async function changePreferences(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  {
    reminder,
    reminderHour,
    reminderMinute,
    reminderChannels,
    ...change
  }: BodyOf<typeof accountEndpoints.setPreferences>,
): Promise<Preferences> {
  const { newCardsPerDay, reviewsPerDay, dayStartHour } = change;
  // Until past days are settled, these preferences decide which days are past and what was pending on them.
  if ([newCardsPerDay, reviewsPerDay, dayStartHour].some((one) => one !== undefined)) {
    await settlePastDays(ctx, owner, moment);
  }
  return writeRecorded(ctx.db, owner, async (transaction, noted) => {
    noted.preferencesChanged();
    // Settling locks the days first, too, and then moves the end of a plan to catch up.
    if (dayStartHour !== undefined) await lockDays(transaction, owner);
    const answer = change.desiredRetention !== undefined && { retentionQuestionFrom: null };
    const row = await upsertPreferences(transaction, owner, { ...change, ...answer }, moment.now);
    if (change.refit !== undefined) await enqueueLearning(ctx, transaction);
    if (dayStartHour !== undefined) {
      await forgetSessions(ctx, transaction, owner);
      await settleWithoutStreakGap(transaction, owner, momentAt(moment.now, { ...moment, dayStartHour }));
    }
    const reminders = { reminder, reminderHour, reminderMinute, reminderChannels };
    const isAboutReminders = [...Object.values(reminders), dayStartHour].some((one) => one !== undefined);
    const choice = isAboutReminders
      ? await changeReminderChoice(transaction, owner, moment, reminders)
      : await readReminderChoice(transaction, owner);
    return {
      ...applyDefaults(ctx, row),
      ...choice,
      asksAboutForgotten: await asksAboutForgotten(transaction, owner, row),
    };
  });
}

/** A ready-made folder can be the first thing of an account. All of its cards on one day would be its last. */
const FIRST_NEW_CARDS_PER_DAY = 10;

/** Limits the new cards of a day for a student who has rated none yet, and neither chosen a number nor been asked for one. */
export async function limitFirstNewCards(
  transaction: Queryable,
  owner: OwnerId,
  noted: NotedChanges,
  now: Date,
): Promise<void> {
  if (await hasReviews(transaction, owner)) return;
  if (await setFirstPace(transaction, owner, FIRST_NEW_CARDS_PER_DAY, now)) noted.preferencesChanged();
}

/** Returns the account's key pair, which is made when a device asks for the first time. Of two that ask at once, both get the same. */
export async function findDeviceKey(ctx: Context, owner: OwnerId, { now }: Moment): Promise<DeviceKey> {
  const known = await selectDeviceKey(ctx.db, owner);
  if (known) return known;
  await insertDeviceKeyOnce(ctx.db, owner, createDeviceKey(), now);
  const key = await selectDeviceKey(ctx.db, owner);
  if (!key) throw new Error("the account's key pair is missing");
  return key;
}

function createDeviceKey(): DeviceKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  return { kty: "EC", crv: "P-256", x, y, d };
}

export async function trackAccess(
  ctx: Context,
  owner: OwnerId | null,
  moment: Moment,
  client: Client,
  { email, mobile }: BodyOf<typeof accountEndpoints.trackAccess>,
): Promise<void> {
  await ctx.throttle.take("accessAddress", client.address);
  // Lower case can be longer than the contract permits: "İ" becomes two characters.
  const address = normaliseEmail(email).slice(0, 255);
  await insertAccessEvent(ctx.db, { userId: owner, email: address, mobile, createdAt: moment.now });
}

function applyDefaults({ scheduleSettings }: Context, row: PreferencesRow | undefined) {
  return {
    theme: row?.theme ?? "system",
    shortcuts: row?.shortcuts ?? true,
    desiredRetention: row?.desiredRetention ?? scheduleSettings.desiredRetention,
    dayStartHour: row?.dayStartHour ?? DEFAULT_DAY_START_HOUR,
    newCardsPerDay: row?.newCardsPerDay ?? null,
    reviewsPerDay: row?.reviewsPerDay ?? null,
    quietDays: row?.quietDays ?? [...NO_QUIET_DAYS],
    sessionSize: row ? row.sessionSize : DEFAULT_SESSION_SIZE,
    answerMode: row?.answerMode ?? "flip",
    newCardsOffered: row?.newCardsOffered ?? false,
    forgottenExplained: row?.forgottenExplained ?? false,
    costlyNamedOn: row?.costlyNamedOn ?? null,
    refit: row?.refit ?? true,
    retentionQuestionFrom: row?.retentionQuestionFrom ?? null,
  };
}

async function asksAboutForgotten(db: Queryable, owner: OwnerId, row: PreferencesRow | undefined): Promise<boolean> {
  return !row?.forgottenExplained && seemsNeverToForget(toCalibration(await findLearner(db, owner)));
}
