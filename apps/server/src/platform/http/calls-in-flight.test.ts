// @module-tag hostile
import { type AddressInfo, connect } from "node:net";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { mediaEndpoints } from "@repasa/contract/media.ts";
import pg from "pg";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { type CallsInFlight, createCallsInFlight } from "./calls-in-flight.ts";

const app = await sharedTestApp({ environment: { RATE_LIMIT: "on" }, maxConnections: 16 });
await app.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.app.server.address() as AddressInfo;

/** Locks the table of cards, which blocks calls for tags and for searches. */
const locker = new pg.Client({ connectionString: app.connectionString });
const observer = new pg.Client({ connectionString: app.connectionString });
await locker.connect();
await observer.connect();
afterEach(() => locker.query("rollback"));
afterAll(() => Promise.all([locker.end(), observer.end()]));

async function lockCards(): Promise<void> {
  await locker.query("begin");
  await locker.query("lock table cards in access exclusive mode");
}

/** Counts the statements that wait for the lock. */
async function countBlocked(): Promise<number> {
  const { rows } = await observer.query(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0].count;
}

/** Makes a call over a connection of its own. */
function sendCall(client: TestClient, path = "/api/cards/tags") {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${client.cookie()}\r\n\r\n`);
  return { socket, status: () => Number(text.slice(9, 12)) };
}

/** Takes the turn of a call for tags, without a body by default. */
function take(calls: CallsInFlight, owner: OwnerId, { bodyBytes = 0 } = {}): Promise<() => void> {
  return calls.take({ owner, endpoint: cardEndpoints.tags, bodyBytes }, new AbortController().signal);
}

describe("an account's calls in flight", () => {
  it("run eight at a time, beside the calls of other accounts", async () => {
    const [ana, luis] = [await app.register(), await app.register()];
    await lockCards();
    const sent = Array.from({ length: 40 }, () => sendCall(ana));
    await expect.poll(countBlocked).toBe(8);
    for (let time = 0; time < 5; time++) expect((await luis.get("/api/auth/user")).status).toBe(200);
    expect(await countBlocked()).toBe(8);
    await locker.query("rollback");
    await expect.poll(() => sent.map(({ status }) => status())).toEqual(Array(40).fill(200));
    for (const { socket } of sent) socket.destroy();
  });

  it("begin three at a time while another account has one, except files", async () => {
    const calls = createCallsInFlight();
    const [ana, luis] = [1, 2] as OwnerId[] as [OwnerId, OwnerId];
    const endLuis = await take(calls, luis);
    let begun = 0;
    for (let nth = 0; nth < 8; nth++) void take(calls, ana).then(() => begun++);
    await expect.poll(() => begun).toBe(3);
    const takeFile = (owner: OwnerId) =>
      calls.take({ owner, endpoint: mediaEndpoints.read, bodyBytes: 0 }, new AbortController().signal);
    await takeFile(luis);
    for (let nth = 0; nth < 8; nth++) await takeFile(ana);
    expect(begun).toBe(3);
    // A call that must not wait, because of its body, is not refused because of the other account.
    (await take(calls, ana, { bodyBytes: 20_000 }))();
    endLuis();
    await expect.poll(() => begun).toBe(8);
  });

  it("count while the server works on them, even if the client has disconnected", async () => {
    const ana = await app.register();
    await lockCards();
    for (let round = 0; round < 3; round++) {
      const sent = Array.from({ length: 8 }, () => sendCall(ana));
      await expect.poll(countBlocked).toBe(8);
      for (const { socket } of sent) socket.destroy();
    }
    const last = sendCall(ana);
    expect(await countBlocked()).toBe(8);
    await locker.query("rollback");
    await expect.poll(last.status).toBe(200);
    last.socket.destroy();
  });

  it("do not count for as long as a slow client reads a file", async () => {
    const ana = await app.register();
    const id = "a".repeat(64);
    const bytes = 5 * 1024 * 1024;
    await app.database.pool.query(
      `WITH file AS (INSERT INTO media (user_id, id, content_type, bytes, width, height, created_at)
         VALUES ($1, $2, 'image/png', $3, 1, 1, now()))
       INSERT INTO media_data (user_id, media_id, data) VALUES ($1, $2, $4)`,
      [ana.userId, id, bytes, Buffer.alloc(bytes)],
    );
    const sent = Array.from({ length: 20 }, () => sendCall(ana, `/api/media/${id}`));
    for (const { socket } of sent) socket.once("data", () => socket.pause());
    await expect.poll(() => sent.map(({ status }) => status())).toEqual(Array(20).fill(200));
    expect((await ana.get("/api/cards/tags")).status).toBe(200);
    for (const { socket } of sent) socket.destroy();
  });

  it("are refused with a Spanish message when they have waited too long", async () => {
    const [ana, luis] = [1, 2] as [OwnerId, OwnerId];
    const calls = createCallsInFlight({ waitMs: 20 });
    const ends = await Promise.all(Array.from({ length: 8 }, () => take(calls, ana)));
    await expect(take(calls, ana)).rejects.toMatchObject({
      code: "rate_limited",
      message: "Tu cuenta tiene demasiadas peticiones en marcha. Espera un momento y vuelve a intentarlo.",
      retryAfterSeconds: 5,
    });
    (await take(calls, luis))();
    ends[0]?.();
    (await take(calls, ana))();
  });

  it("are refused instead of waiting with a large body, which would stay in memory", async () => {
    const ana = 1 as OwnerId;
    const calls = createCallsInFlight();
    const ends = await Promise.all(Array.from({ length: 8 }, () => take(calls, ana, { bodyBytes: 1024 * 1024 })));
    await expect(take(calls, ana, { bodyBytes: 17 * 1024 })).rejects.toMatchObject({ code: "rate_limited" });
    const waits = take(calls, ana, { bodyBytes: 16 * 1024 });
    ends[0]?.();
    (await waits)();
  });

  it("do not keep the owner from ending a copied session that makes too many", async () => {
    const ana = await app.register();
    await lockCards();
    const sent = Array.from({ length: 30 }, () => sendCall(ana));
    await expect.poll(countBlocked).toBe(8);
    expect((await ana.get("/api/auth/sessions")).status).toBe(200);
    const passwords = { currentPassword: PASSWORD, password: "otra clave larga", confirmPassword: "otra clave larga" };
    expect((await ana.put("/api/auth/password", passwords)).status).toBe(200);
    await locker.query("rollback");
    for (const { socket } of sent) socket.destroy();
  });

  it("are not blocked by large reads that wait for one another", async () => {
    const ana = await app.register();
    await lockCards();
    const searches = Array.from({ length: 8 }, () => sendCall(ana, "/api/cards/search?q=a"));
    await expect.poll(countBlocked).toBe(1);
    expect((await ana.get("/api/user/breaks")).status).toBe(200);
    await locker.query("rollback");
    for (const { socket } of searches) socket.destroy();
  });
});
