import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { pickPublic } from "#features/device/device.box.ts";
import { studyDatabase } from "#features/device/device.database.ts";
import { callServer } from "#lib/server-calls.ts";

/**
 * Keeps the public half of an account's key pair on this device, so that what waits can be sealed whenever the session ends.
 *
 * @throws the errors of `callServer`, and of the database.
 */
export async function keepPublicKey(userId: number, signal: AbortSignal): Promise<void> {
  if ((await studyDatabase.use((database) => database.getKey("keys", userId))) !== undefined) return;
  const pair = await callServer(accountEndpoints.deviceKey, {}, { account: userId, signal });
  await studyDatabase.use((database) => database.put("keys", { userId, key: pickPublic(pair) }));
}
