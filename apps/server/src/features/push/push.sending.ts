import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { PushResult } from "#platform/push/push.ts";
import { parseEndpoint } from "#platform/push/push-endpoint.ts";
import { findKeys } from "./push.keys.ts";
import { PUSH_TAG, type PushNotification } from "./push.notification.ts";
import { type Device, deleteDevice, selectDevices, updateRetryAt, updateServed } from "./push.queries.ts";

/** A longer time to wait is a mistake of the service, and must not delay later reminders. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** A notification and the time for which it is worth delivering. */
export type TimedNotification = { readonly notification: PushNotification; readonly ttlSeconds: number };

export type PushedReminder = TimedNotification & {
  /** Identifies the reminder, so that no device gets it twice. */
  readonly scheduledAt: Date;
  /** True if it has reached a device before: devices that were added since it was due do not get it. */
  readonly hasReached: boolean;
  /** Called in the transaction that stores that a device got it. */
  readonly noteSent: (db: Queryable) => Promise<void>;
};

/** The number of devices after an attempt, by its result. */
export type PushedDevices = {
  /** Subscriptions that still exist. */
  readonly living: number;
  readonly sent: number;
  /** Devices for which another attempt is needed. */
  readonly waiting: number;
};

/** Sends a notification to a device, and deletes the subscription if it no longer exists. */
export async function sendToDevice(
  ctx: Context,
  device: Device,
  { notification, ttlSeconds }: TimedNotification,
  now: Date,
): Promise<PushResult> {
  const keys = await findKeys(ctx);
  const message = JSON.stringify(notification);
  const result = await ctx.sendPush({ target: device, message, ttlSeconds, topic: PUSH_TAG, keys, now });
  if (result.outcome === "gone") await deleteDevice(ctx.db, device.userId, device.id);
  return result;
}

/** Makes an attempt to send a reminder to all devices of an account that have not got it. */
export async function sendReminder(
  ctx: Context,
  owner: OwnerId,
  reminder: PushedReminder,
  now: Date,
): Promise<PushedDevices> {
  const { pushHosts } = ctx.config;
  const all = await selectDevices(ctx.db, owner, now);
  const devices = all.filter(({ endpoint }) => parseEndpoint(endpoint, pushHosts) !== null);
  const open = devices.filter(({ servedFor, createdAt }) => {
    const isServed = servedFor?.getTime() === reminder.scheduledAt.getTime();
    return !isServed && (!reminder.hasReached || createdAt <= reminder.scheduledAt);
  });
  const outcomes = await Promise.all(open.map((device) => attempt(ctx, device, reminder, now)));
  const countOf = (outcome: PushResult["outcome"]) => outcomes.filter((one) => one === outcome).length;
  return { living: devices.length - countOf("gone"), sent: countOf("sent"), waiting: countOf("failed") };
}

async function attempt(
  ctx: Context,
  device: Device,
  reminder: PushedReminder,
  now: Date,
): Promise<PushResult["outcome"]> {
  const { id, userId: owner, retryAt } = device;
  if (retryAt !== null && retryAt > now) return "failed";
  const result = await sendToDevice(ctx, device, reminder, now);
  if (result.outcome === "failed") {
    const seconds = result.retryAfterSeconds && Math.min(result.retryAfterSeconds, MAX_RETRY_AFTER_SECONDS);
    await updateRetryAt(ctx.db, owner, id, seconds ? new Date(now.getTime() + seconds * 1000) : null);
  }
  if (result.outcome === "sent") {
    await ctx.db.transaction(async (transaction) => {
      await updateServed(transaction, owner, id, reminder.scheduledAt);
      await reminder.noteSent(transaction);
    });
  }
  if (result.outcome === "refused") await updateServed(ctx.db, owner, id, reminder.scheduledAt);
  if ("reason" in result) ctx.log.warn({ accountId: owner, device: id }, result.reason);
  return result.outcome;
}
