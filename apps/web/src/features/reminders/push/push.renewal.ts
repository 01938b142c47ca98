import * as pushEndpoints from "@repasa/contract/client/push.ts";
import type { QueryClient } from "@tanstack/react-query";
import { findObstacle, findRegistration, subscribeBrowser } from "#features/reminders/push/push.browser.ts";
import { readRecord } from "#features/reminders/push/push.record.ts";
import { forgetDevice, PUSH_STATE, sendSubscription } from "#features/reminders/push/push.service.ts";
import { callApi } from "#lib/api.ts";
import { invalidateChanged } from "#lib/query.ts";

/**
 * Compares the subscription of a device whose switch is on with the server's, and sends it again if they differ, because browsers
 * replace subscriptions without notice and the server ends them with their session. Another account's ends in the browser.
 */
export async function renewDevice(queryClient: QueryClient, userId: number): Promise<void> {
  const record = readRecord();
  if (!record) return;
  if (record.userId !== userId) return forgetDevice();
  if (findObstacle() || Notification.permission !== "granted") return;
  const registration = await findRegistration();
  if (!registration) return;
  const [{ publicKey }, known] = await Promise.all([callApi(pushEndpoints.key), callApi(pushEndpoints.subscriptions)]);
  const subscription = await subscribeBrowser(registration, publicKey);
  const isSent = record.endpoint === subscription.endpoint && record.p256dh === subscription.toJSON().keys?.p256dh;
  if (isSent && known.some(({ id, current }) => id === record.id && current)) return;
  await sendSubscription(userId, subscription);
  await Promise.all([
    invalidateChanged(queryClient, pushEndpoints.subscribe),
    queryClient.invalidateQueries({ queryKey: PUSH_STATE }),
  ]);
}
