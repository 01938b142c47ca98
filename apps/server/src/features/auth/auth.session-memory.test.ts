// Two servers on one database, which both cache sessions while the clock does not advance.
import { randomUUID } from "node:crypto";
import type { DailyReview } from "@repasa/contract/stats.ts";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createTestApp, PASSWORD, sharedTestApp, type TestApp } from "#testing/test-app.ts";
import { createToken, hashToken } from "./auth.token.ts";

const one = await sharedTestApp({ remembersSessions: true });
const other = await createTestApp({ beside: one, remembersSessions: true });
afterAll(() => other.close());
const ana = await one.register();
const { pool } = one.database;

/** Returns the cookie of a new session of Ana's, which both servers have cached. */
async function createCachedSession(): Promise<{ cookie: string }> {
  // After a notification, the servers cache none of the user's sessions for a minute.
  one.clock.advance(60_000);
  const token = createToken();
  const at = one.clock.now().toISOString();
  const sess = { id: randomUUID(), userAgent: null, createdAt: at, lastSeenAt: at };
  const expire = new Date(one.clock.now().getTime() + 3_600_000);
  await pool.query("INSERT INTO sessions (sid, user_id, sess, expire) VALUES ($1, $2, $3, $4)", [
    hashToken(token),
    ana.userId,
    sess,
    expire,
  ]);
  const headers = { cookie: `repasa=${token}` };
  expect([await readStatus(one, headers), await readStatus(other, headers)]).toEqual([200, 200]);
  return headers;
}

async function readStatus(app: TestApp, headers: { cookie: string }): Promise<number> {
  return (await app.visitor().get("/api/user/preferences", { headers })).status;
}

const waitUntilPassed = (check: () => Promise<void>) => vi.waitFor(check, { interval: 5 });
/** Deletes the sessions without notifying the other server. */
const deleteWithoutNotice = () => pool.query("DELETE FROM sessions WHERE user_id = $1", [ana.userId]);

it("a session is cached for 5 s", async () => {
  const headers = await createCachedSession();
  await deleteWithoutNotice();
  expect([await readStatus(one, headers), await readStatus(other, headers)]).toEqual([200, 200]);
  one.clock.advance(5_000);
  expect([await readStatus(one, headers), await readStatus(other, headers)]).toEqual([401, 401]);
});

it("nothing is cached while the server cannot be notified", async () => {
  const headers = await createCachedSession();
  await pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'repasa-sessions' AND datname = current_database()",
  );
  await deleteWithoutNotice();
  for (const app of [one, other]) await waitUntilPassed(async () => expect(await readStatus(app, headers)).toBe(401));
  // The servers listen again.
  await waitUntilPassed(async () => {
    const again = await createCachedSession();
    await deleteWithoutNotice();
    expect([await readStatus(one, again), await readStatus(other, again)]).toEqual([200, 200]);
  });
});

it("another start hour of the day takes effect with the next call", async () => {
  one.clock.set("2026-03-12T02:00:00Z");
  const headers = await createCachedSession();
  const readToday = async (app: TestApp) =>
    (await app.visitor().get<DailyReview>("/api/cards/daily-review", { headers })).body.date;
  expect([await readToday(one), await readToday(other)]).toEqual(["2026-03-11", "2026-03-11"]);
  await one.visitor().put("/api/user/preferences", { dayStartHour: 1 }, { headers });
  expect(await readToday(one)).toBe("2026-03-12");
  await waitUntilPassed(async () => expect(await readToday(other)).toBe("2026-03-12"));
});

const login = { email: ana.email, password: PASSWORD };
const newPassword = { password: "otra clave larga", confirmPassword: "otra clave larga" };
type Headers = { headers: { cookie: string } };
const endings: Record<string, (options: Headers) => Promise<{ status: number }>> = {
  "signing out": (options) => one.visitor().post("/api/auth/logout", undefined, options),
  "signing in again": (options) => one.visitor().post("/api/auth/login", login, options),
  "ending it in the list": async (options) => {
    const { body } = await one.visitor().get<{ id: string; current: boolean }[]>("/api/auth/sessions", options);
    return one.visitor().delete(`/api/auth/sessions/${body.find(({ current }) => current)?.id}`, options);
  },
  "starting a fifty-first session": async () => {
    await pool.query(
      `INSERT INTO sessions (sid, user_id, sess, expire)
       SELECT gen_random_uuid()::text, id, '{"createdAt": "2027-01-01"}', '2027-01-01Z' FROM users, generate_series(1, 50)
       WHERE id = $1`,
      [ana.userId],
    );
    return one.visitor().post("/api/auth/login", login);
  },
  "a new password": (options) =>
    one.visitor().put("/api/auth/password", { currentPassword: PASSWORD, ...newPassword }, options),
  "a forgotten password": async () => {
    await one.visitor().post("/api/auth/reset-password", { email: ana.email });
    await one.runJobs();
    const token = /new-password#token=([\w-]{43})/.exec(one.mails.map(({ text }) => text).join("\n"))?.[1];
    return one.visitor().post("/api/auth/new-password", { token, ...newPassword });
  },
  "deleting the account": (options) => one.visitor().delete("/api/auth/delete-account", { ...options, body: {} }),
};

describe("a cached session ends at once on this server, and on others as soon as they are notified, by", () => {
  it.each(Object.keys(endings))("%s", async (ending) => {
    const headers = await createCachedSession();
    expect((await endings[ending]?.({ headers }))?.status).toBeLessThan(300);
    expect(await readStatus(one, headers)).toBe(401);
    await waitUntilPassed(async () => expect(await readStatus(other, headers)).toBe(401));
  });
});
