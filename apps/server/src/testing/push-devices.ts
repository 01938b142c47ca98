import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { OwnerId } from "#platform/db/owner.ts";
import type { BrowserDevice, PushTestService } from "./push-service.ts";

const SESSION_MS = 400 * 86_400_000;

/** Subscribes a browser of a user to a push service, in a session of its own with the id `sid`. */
export async function addDevice(
  { pool, service, publicKey }: { pool: Pool; service: PushTestService; publicKey?: string },
  owner: OwnerId,
  now: Date,
): Promise<BrowserDevice & { sid: string }> {
  const device = await service.subscribe(publicKey);
  const sid = randomBytes(32).toString("hex");
  await pool.query("INSERT INTO sessions (sid, user_id, sess, expire) VALUES ($1, $2, '{}', $3)", [
    ...[sid, owner, new Date(now.getTime() + SESSION_MS)],
  ]);
  const { endpoint, keys } = device.subscription;
  await pool.query(
    "INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth, sid, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    [owner, endpoint, keys.p256dh, keys.auth, sid, now],
  );
  return { ...device, sid };
}
