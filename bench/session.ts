import { createHash, randomUUID } from "node:crypto";
import type pg from "pg";

/** Signs a user in, as of now: whoever sends the secret as the cookie `repasa` is the user. */
export async function insertSession(client: pg.Client, user: number, secret: string): Promise<void> {
  const now = new Date();
  const at = now.toISOString();
  await client.query("INSERT INTO sessions (sid, user_id, sess, expire) VALUES ($1, $2, $3, $4)", [
    createHash("sha256").update(secret).digest("hex"),
    user,
    { id: randomUUID(), userAgent: null, createdAt: at, lastSeenAt: at },
    new Date(now.getTime() + 60 * 86_400_000),
  ]);
}
