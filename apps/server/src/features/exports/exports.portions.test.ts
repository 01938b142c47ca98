import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import { describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { createOwner } from "#testing/account-contents.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { createTestDatabase, openTestPool } from "#testing/test-database.ts";
import { generateJson } from "./exports.json.ts";
import { exportAccount } from "./exports.service.ts";

const MOMENT = momentAt(new Date("2026-03-10T12:00:00Z"), { timeZone: "Europe/Madrid", dayStartHour: 4 });

/** Creates a folder of cards, with reviews that are not in the cards' review counts. */
async function fillFolder(pool: pg.Pool, userId: number, { cards, reviews = 0 }: { cards: number; reviews?: number }) {
  const { rows } = await pool.query(
    "insert into folders (user_id, name, created_at, updated_at) values ($1, 'Mucho', $2, $2) returning id",
    [userId, MOMENT.now],
  );
  await pool.query(
    `insert into cards (user_id, folder_id, front, back, created_at, updated_at)
    select $1, $2, 'carta ' || nth, 'b', $3, $3 from generate_series(1, $4) as nth`,
    [userId, rows[0].id, MOMENT.now, cards],
  );
  await pool.query(
    `insert into reviews (user_id, review_id, card_id, folder_id, difficulty, reviewed_at, time_zone, local_date, practice,
      state_before, state_after)
    select $1, gen_random_uuid(), id, folder_id, 'easy', $2, 'UTC', '2026-03-01', false, state, state
    from cards, generate_series(1, $3), (select jsonb_build_object('nextReviewDate', null, 'filler', repeat('x', 500)) as state) as one
    where user_id = $1`,
    [userId, MOMENT.now, reviews],
  );
  return rows[0].id as number;
}

/** Replaces a table with a view that delays reading each row. */
async function delayRows(pool: pg.Pool, table: string, sleep: string): Promise<void> {
  await pool.query(`alter table ${table} rename to ${table}_at_rest`);
  await pool.query(`create view ${table} as
    select row.* from ${table}_at_rest as row cross join lateral (select ${sleep}) as slept`);
}

describe("the portions of an export", () => {
  it("are small even if the cards' review counts are too low", async () => {
    const { db, drop } = await createTestDatabase();
    const owner = await createOwner(db.pool);
    await fillFolder(db.pool, owner, { cards: 300, reviews: 20 });
    const scope = { owner, folderId: null };
    let longest = 0;
    let all = "";
    for await (const { text } of generateJson(testContext(db), {
      scope,
      moment: MOMENT,
      media: [],
      getFileName: () => null,
    })) {
      longest = Math.max(longest, text.length);
      all += text;
    }
    await drop();
    expect(JSON.parse(all).cards).toHaveLength(300);
    expect(longest).toBeLessThan(700_000);
  });

  it.each(["json", "csv"] as const)("become smaller if they exceed the statement timeout: %s", async (format) => {
    const { db, connectionString, drop } = await createTestDatabase();
    const owner = await createOwner(db.pool);
    await fillFolder(db.pool, owner, { cards: 300 });
    await delayRows(db.pool, "cards", "pg_sleep(0.005)");
    // Reading all rows once takes 1.5 s, and they are read twice.
    const limited = openTestPool({ connectionString, statementTimeoutMs: 1_000 });
    const ctx = testContext(limited);
    // The days are settled first, so that the time for settling does not count.
    await db.pool.query("insert into user_days (user_id, settled_through) values ($1, '2026-03-09')", [owner]);
    const { body } = await exportAccount(ctx, owner, MOMENT, format);
    const text = (await buffer(body as NodeJS.ReadableStream)).toString();
    await limited.close();
    await drop();
    expect(text.match(/carta \d+/g)).toHaveLength(300);
    if (format === "json") expect(JSON.parse(text).cards).toHaveLength(300);
  });
});

describe("an export that fails while it is read", async () => {
  const app = await sharedTestApp({ statementTimeoutMs: 500 });
  const client = await app.register();
  const userId = client.userId as OwnerId;
  await fillFolder(app.database.pool, userId, { cards: 3_000 });
  for (const letter of ["a", "b"]) {
    // The size is set to 30 MB without storing as many bytes.
    await app.database.pool.query(
      "insert into media (user_id, id, content_type, bytes, created_at) values ($1, $2, 'image/png', 30 * 1024 * 1024, $3)",
      [userId, letter.repeat(64), MOMENT.now],
    );
    await app.database.pool.query("insert into media_data values ($1, $2, 'x')", [userId, letter.repeat(64)]);
  }
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  // Reading the last card, which comes after some hundred kilobytes, never ends.
  await delayRows(
    app.database.pool,
    "cards",
    "case when row.front = 'carta 3000' then pg_sleep(3600) else pg_sleep(0) end",
  );

  it.each([
    ["csv", "identity"],
    ["csv", "gzip"],
    ["csv", "br"],
    ["json", "identity"],
    ["json", "gzip"],
    ["apkg", "identity"],
    ["apkg", "br"],
  ])("closes the connection without completing the file: %s, %s", async (format, encoding) => {
    const response = await fetchExport(app.app.server.address() as AddressInfo, client, format, encoding);
    const { isComplete, bytes } = await readResponse(response);
    // Compression may delay the first bytes, so that an error response is still possible.
    if (response.statusCode !== 200) {
      expect(response.statusCode).toBe(503);
      expect(response.headers).toMatchObject({ "content-type": "application/json; charset=utf-8" });
      expect(JSON.parse(bytes.toString())).toMatchObject({ code: "unavailable" });
      return;
    }
    expect(isComplete).toBe(false);
    if (encoding !== "identity") return;
    if (format === "csv") expect(bytes.toString()).toContain("Pregunta");
    // Without its directory, which comes last, a zip cannot be opened.
    expect(bytes.includes("PK\x05\x06")).toBe(false);
  });
});

function fetchExport({ port }: AddressInfo, client: TestClient, format: string, encoding: string) {
  const headers = { cookie: client.cookie(), "accept-encoding": encoding };
  return new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: "127.0.0.1", path: `/api/account/export?format=${format}`, headers }, resolve).on(
      "error",
      reject,
    );
  });
}

/** @returns `isComplete` is true if the response ended as HTTP requires. */
async function readResponse(response: IncomingMessage): Promise<{ isComplete: boolean; bytes: Buffer }> {
  const pieces: Buffer[] = [];
  response.on("data", (piece: Buffer) => pieces.push(piece));
  await new Promise((resolve) => response.once("close", resolve).on("error", () => {}));
  return { isComplete: response.complete, bytes: Buffer.concat(pieces) };
}
