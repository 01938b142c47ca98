import type { newPushSubscription, PushSubscription } from "@repasa/contract/push.ts";
import type * as z from "zod/mini";
import type { Context } from "#context.ts";
import { hashToken } from "#features/auth/auth.token.ts";
import { dailyReview } from "#features/stats/stats.service.ts";
import { isForeignKeyViolation } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Caller } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import { isAuthSecret, isPublicKey } from "#platform/push/message-encryption.ts";
import { parseEndpoint } from "#platform/push/push-endpoint.ts";
import { createNotification } from "./push.notification.ts";
import { type Device, deleteDevice, deleteOldestDevices, selectDevices, upsertDevice } from "./push.queries.ts";
import { sendToDevice } from "./push.sending.ts";

const MAX_DEVICES = 10;
/** A trial that arrives later than this would surprise its user. */
const TRIAL_TTL_SECONDS = 60;
const UNKNOWN_DEVICE = "Este dispositivo ya no recibe avisos";

/** Sends notifications to the caller's browser until the caller's session ends. */
export async function subscribe(
  ctx: Context,
  owner: OwnerId,
  caller: Caller,
  { endpoint, keys, label }: z.output<typeof newPushSubscription>,
): Promise<PushSubscription> {
  if (parseEndpoint(endpoint, ctx.config.pushHosts) === null) {
    throw invalid("endpoint", "Este servicio de avisos no está entre los permitidos");
  }
  if (!isPublicKey(keys.p256dh)) throw invalid("keys.p256dh", "La clave pública del dispositivo no es válida");
  if (!isAuthSecret(keys.auth)) throw invalid("keys.auth", "El secreto del dispositivo no es válido");
  const sid = hashSession(caller);
  const { now } = caller.moment;
  const device = await upsertDevice(ctx.db, owner, { endpoint, ...keys, label, sid }, now).catch((error: unknown) => {
    // The session has ended since the call began.
    throw isForeignKeyViolation(error) ? new AppError("unauthorized", "Unauthorized") : error;
  });
  await deleteOldestDevices(ctx.db, owner, MAX_DEVICES);
  if (device.createdAt.getTime() === now.getTime()) logSecurityEvent(ctx, caller, owner, { event: "push_subscribed" });
  return toSubscription(device, sid);
}

export async function listSubscriptions(ctx: Context, owner: OwnerId, caller: Caller): Promise<PushSubscription[]> {
  const sid = hashSession(caller);
  const devices = await selectDevices(ctx.db, owner, caller.moment.now);
  return devices.map((device) => toSubscription(device, sid));
}

export async function unsubscribe(ctx: Context, owner: OwnerId, caller: Caller, id: number): Promise<void> {
  if (!(await deleteDevice(ctx.db, owner, id))) throw notFound(UNKNOWN_DEVICE);
  logSecurityEvent(ctx, caller, owner, { event: "push_unsubscribed" });
}

/** Sends a notification by which users see that their device shows them. */
export async function sendTrial(ctx: Context, owner: OwnerId, { moment }: Caller, id: number): Promise<void> {
  const devices = await selectDevices(ctx.db, owner, moment.now);
  const device = devices.find((one) => one.id === id);
  if (!device) throw notFound(UNKNOWN_DEVICE);
  await ctx.throttle.take("pushTrial", `${owner} ${device.endpoint}`);
  await ctx.throttle.take("pushTrialEndpoint", device.endpoint);
  const { totalDue } = await dailyReview(ctx, owner, moment);
  const notification = createNotification("Los avisos funcionan en este dispositivo", totalDue);
  const result = await sendToDevice(ctx, device, { notification, ttlSeconds: TRIAL_TTL_SECONDS }, moment.now);
  if (result.outcome === "gone") throw notFound(UNKNOWN_DEVICE);
  if (result.outcome === "sent") return;
  ctx.log.warn({ accountId: owner, device: id }, result.reason);
  throw new AppError("unavailable", "El servicio de avisos de tu navegador no responde. Inténtalo en unos minutos.", {
    retryAfterSeconds: 60,
  });
}

function toSubscription({ id, label, createdAt, sid }: Device, currentSid: string): PushSubscription {
  return { id, label, createdAt: createdAt.toISOString(), current: sid === currentSid };
}

function hashSession({ cookie }: Pick<Caller, "cookie">): string {
  // The session gate has read the cookie of every caller with an owner.
  if (cookie.token === null) throw new AppError("unauthorized", "Unauthorized");
  return hashToken(cookie.token);
}

function invalid(path: string, message: string): AppError {
  return new AppError("validation_failed", message, { issues: [{ path, message }] });
}
