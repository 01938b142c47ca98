import * as pushEndpoints from "@repasa/contract/client/push.ts";
import { describeDevice } from "@repasa/contract/device.ts";
import type { PushSubscription as Subscription } from "@repasa/contract/push.ts";
import {
  findObstacle,
  findRegistration,
  type Obstacle,
  subscribeBrowser,
  withTimeout,
} from "#features/reminders/push/push.browser.ts";
import { readRecord, writeRecord } from "#features/reminders/push/push.record.ts";
import { callApi } from "#lib/api.ts";
import { hasCode, isNotFound } from "#lib/api-error.ts";
import { counted } from "#lib/plural.ts";

/** In milliseconds. Settings show what they know by then, and signing out waits no longer. */
const SHORT_TIMEOUT_MS = 2000;

/** `id`: the subscription of this device on the server, as far as the browser knows; null while the switch is off. */
export type PushState = { obstacle: Obstacle | null; id: number | null };

/** The beginning of the key under which the settings cache that state. */
export const PUSH_STATE = ["push-state"];

export async function readPushState(userId: number): Promise<PushState> {
  const obstacle = findObstacle();
  if (obstacle) return { obstacle, id: null };
  const registration = await findRegistration(SHORT_TIMEOUT_MS);
  if (!registration) return { obstacle: "worker", id: null };
  const subscription = await withTimeout(registration.pushManager.getSubscription(), SHORT_TIMEOUT_MS);
  const record = readRecord();
  const isOn =
    Notification.permission === "granted" && record?.userId === userId && record.endpoint === subscription?.endpoint;
  return { obstacle: null, id: isOn ? record.id : null };
}

/**
 * Subscribes this device.
 *
 * @param permission The browser's answer to the question that the tap on the switch asked: Safari allows it only in the tap.
 * @throws An error with a Spanish message, or that of a call.
 */
export async function subscribeDevice(
  userId: number,
  permission: Promise<NotificationPermission>,
): Promise<Subscription> {
  if ((await permission) !== "granted")
    throw new Error("Para recibirlos, permite los avisos cuando el navegador pregunte.");
  const registration = await findRegistration();
  if (!registration) throw new Error("El navegador todavía no está listo. Recarga la página e inténtalo de nuevo.");
  const { publicKey } = await callApi(pushEndpoints.key);
  const subscription = await subscribeBrowser(registration, publicKey).catch((cause: unknown) => {
    throw new Error("El navegador no pudo activar los avisos. Inténtalo de nuevo.", { cause });
  });
  return sendSubscription(userId, subscription);
}

/** Sends the browser's subscription to the server, which answers the same address with the same subscription. */
export async function sendSubscription(userId: number, subscription: PushSubscription): Promise<Subscription> {
  const { endpoint } = subscription;
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  const label = describeDevice(navigator.userAgent).name;
  const sent = await callApi(pushEndpoints.subscribe, { body: { endpoint, keys: { p256dh, auth }, label } });
  writeRecord({ userId, id: sent.id, endpoint, p256dh });
  return sent;
}

/** Ends a subscription on the server; that of this device in the browser, too. */
export async function removeDevice(id: number): Promise<undefined> {
  const isOwn = readRecord()?.id === id;
  try {
    await callApi(pushEndpoints.unsubscribe, { params: { id } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  if (isOwn) await forgetDevice();
  return undefined;
}

/** @throws An error that says when the next trial is possible, if this one came too soon. */
export async function sendTrial(id: number): Promise<undefined> {
  try {
    return await callApi(pushEndpoints.test, { params: { id } });
  } catch (error) {
    if (!hasCode(error, "rate_limited") || error.retryAfterMs === null) throw error;
    const seconds = counted(Math.ceil(error.retryAfterMs / 1000), "segundo", "segundos");
    throw new Error(`Podrás enviar otra prueba en ${seconds}.`, { cause: error });
  }
}

/** Ends the subscription in the browser alone, for example because the server has ended it with the session. */
export async function forgetDevice(): Promise<void> {
  if (!readRecord()) return;
  writeRecord(null);
  await withTimeout(unsubscribeBrowser(), SHORT_TIMEOUT_MS);
}

async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
