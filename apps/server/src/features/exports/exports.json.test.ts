import { readFileSync } from "node:fs";
import path from "node:path";
import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentAt } from "#platform/time/local-days.ts";
import { createOwner, readContents, writeContents } from "#testing/account-contents.ts";
import { anyContents } from "#testing/any-contents.ts";
import { download, unzip } from "#testing/export-files.ts";
import { uploadMedia } from "#testing/media-calls.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { classification } from "../../../../../tools/structure/table-classification.ts";
import { generateJson } from "./exports.json.ts";
import { selectMediaEntries } from "./exports.queries.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });
const { pool } = app.database;

type Rec = Record<string, unknown>;
type Exported = Record<string, unknown> & { cards: (Rec & { reviews: Rec[] })[]; media: Rec[]; folders: Rec[] };

async function exportJson(client: TestClient, url = "account/export"): Promise<Exported> {
  const { status, body } = await download(app, client, url);
  expect(status).toBe(200);
  return JSON.parse(body.toString());
}

/** Creates rows in every table that the export contains. */
async function fillTables(client: TestClient): Promise<{ folderId: number }> {
  const { body: folder } = await client.post<{ id: number }>("/api/folders", {
    name: "Historia",
    description: "de todo",
  });
  const add = async (front: string) =>
    (await client.post<{ id: number }>(`/api/folders/${folder.id}/cards`, { front, back: 'línea\n"otra"' })).body.id;
  const [remaining, deleted] = [await add("se queda"), await add("se va")];
  for (const id of [remaining, deleted])
    await client.post(`/api/cards/${id}/review`, { difficulty: "easy", durationMs: 1500 });
  const { body } = await client.post<{ reviewId: string }>(`/api/cards/${remaining}/review`, { difficulty: "hard" });
  await client.delete(`/api/cards/${remaining}/reviews/${body.reviewId}`);
  await client.delete(`/api/cards/${deleted}`);
  await client.post("/api/study-sessions", { folderId: folder.id, cardsStudied: 1 });
  await client.put("/api/user/preferences", { theme: "dark", reminder: true });
  await client.post("/api/user/breaks", { from: "2026-04-10", to: "2026-04-12" });
  await client.post("/api/exams", { name: "Final", date: "2026-06-10", folderIds: [folder.id] });
  const { body: test } = await client.post<{ id: number }>("/api/tests", { folderIds: [folder.id], kinds: ["type"] });
  await client.post(`/api/tests/${test.id}/finish`);
  await client.post("/api/feedback", { rating: 4, feedback: "Bien" });
  const { body: image } = await uploadMedia(app, client, pngSample());
  const now = app.clock.now();
  const rows: [string, unknown[]][] = [
    ["insert into card_media (user_id, card_id, media_id) values ($1, $2, $3)", [remaining, image.id]],
    [
      "insert into email_reminders (user_id, card_id, difficulty, scheduled_at, created_at) values ($1, $2, 'easy', $3, $3)",
      [remaining, now],
    ],
    ["insert into user_billing (user_id, customer_id) values ($1, $2)", [`cus_${client.userId}`]],
    ["insert into shared_dates (user_id, date) values ($1, '2026-03-01')", []],
    [
      `insert into folder_shares (user_id, folder_id, token, show_name, created_at, ended_at)
      values ($1, $2, 'secreto', true, $3, null), ($1, $2, null, false, $3, $3)`,
      [folder.id, now],
    ],
    ["insert into streak_gaps (user_id, from_date, to_date) values ($1, '2026-02-01', '2026-02-03')", []],
    [
      "insert into daily_figures (user_id, date, pending_folders) values ($1, '2026-02-01', array[$2::bigint])",
      [folder.id],
    ],
    [
      `insert into exam_moves (user_id, card_id, last_review_date, moved_to, next_review_at, next_review_date, "interval")
      values ($1, $2, '2026-03-10', '2026-03-12', $3, '2026-03-17', 7)`,
      [remaining, now],
    ],
    [
      `insert into imports (user_id, id, status, file_bytes, created_at, time_zone, preview)
      select $1, gen_random_uuid(), 'done', 10, $2, 'UTC', '{"cards": 1}' from generate_series(1, 25)`,
      [now],
    ],
  ];
  for (const [text, values] of rows) await pool.query(text, [client.userId, ...values]);
  await pool.query("update users set is_email_verified = true where id = $1", [client.userId]);
  const { body: taught } = await client.post<{ id: number }>("/api/classes", { name: "Historia" });
  await client.post(`/api/classes/${taught.id}/assignments`, { name: "Tema 1", folderIds: [folder.id] });
  return { folderId: folder.id };
}

const [ana, other] = [await app.register(), await app.register()];
const { folderId } = await fillTables(ana);
await fillTables(other);
const all = await exportJson(ana);

/** The list of the file that contains the rows of each table. */
const lists: Record<string, (file: Exported) => unknown> = {
  users: ({ profile }) => [profile],
  folder_shares: ({ shares }) => shares,
  exam_moves: ({ examMoves }) => examMoves,
  user_days: ({ settled }) => [settled],
  daily_figures: ({ days }) => days,
  streak_gaps: ({ streakGaps }) => streakGaps,
  user_preferences: ({ preferences }) => [preferences],
  user_reminders: ({ reminders }) => [reminders],
  user_billing: ({ billing }) => [billing],
  exam_folders: ({ examFolders }) => examFolders,
  study_sessions: ({ studySessions }) => studySessions,
  shared_dates: ({ sharedDates }) => sharedDates,
  user_breaks: ({ breaks }) => breaks,
  email_reminders: ({ emailReminders }) => emailReminders,
  reviews: ({ cards, otherReviews }) => [...cards.flatMap(({ reviews }) => reviews), ...(otherReviews as Rec[])],
  media_data: ({ media }) =>
    media.map(({ id, data }) => ({ mediaId: id, data: `\\x${Buffer.from(data as string, "base64").toString("hex")}` })),
};

const SECRETS = ["token", "password_hash", "reset_token", "reset_token_expiry", "unsubscribe_token"];
/** Columns that are not exported. `deletion_at` is null in every account that can request an export. */
const NOT_EXPORTED = [...SECRETS, "deletion_at"];

describe("the JSON of an account", () => {
  const tables = Object.entries({ ...classification.personal, ...classification.anonymisedOrKept })
    .filter(([, table]) => table.export === true)
    .map(([name]) => name);

  it.each(tables)("contains all rows and columns of %s", async (table) => {
    const owner = table === "users" ? "id" : "user_id";
    const { rows } = await pool.query(
      `select row_to_json(record) as row from (select * from ${table} where ${owner} = $1) as record`,
      [ana.userId],
    );
    expect(rows.length).toBeGreaterThan(0);
    const found = (lists[table] ?? ((file: Exported) => file[table]))(all) as Rec[];
    expect(found).toHaveLength(rows.length);
    for (const { row } of rows) {
      const columns = Object.entries(row as Rec).filter(([name]) => name !== "user_id" && !NOT_EXPORTED.includes(name));
      const expected = Object.fromEntries(columns.map(([name, value]) => [camelCase(name), toComparable(value)]));
      const same = found.filter((record) =>
        Object.entries(expected).every(
          ([name, value]) => JSON.stringify(toComparable(record[name])) === JSON.stringify(value),
        ),
      );
      expect([expected, same.length]).toEqual([expected, 1]);
    }
  });

  it("contains no secrets, and nothing about other accounts", async () => {
    const { body } = await download(app, ana, "account/export");
    const { rows } = await pool.query(
      "select * from users join user_reminders on user_id = users.id where users.id = $1",
      [ana.userId],
    );
    const text = body.toString();
    for (const secret of [rows[0].password_hash, rows[0].unsubscribe_token, other.email])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/password|token/i);
  });

  it("contains imports with the sentences that their user has seen", async () => {
    const client = await app.register();
    await pool.query(
      `insert into imports (user_id, id, status, file_bytes, created_at, time_zone, preview, error) values
        ($1, gen_random_uuid(), 'failed', 10, now(), 'UTC', $2, $3)`,
      [
        client.userId,
        { cards: 0, unsupported: [{ key: "missingFront", count: 2, sample: "a" }] },
        { code: "empty", key: "emptyFile" },
      ],
    );
    expect((await exportJson(client)).imports).toMatchObject([
      {
        preview: { cards: 0, unsupported: [{ reason: "Cartas sin pregunta", count: 2, sample: "a" }] },
        error: { code: "empty", message: "El archivo está vacío." },
      },
    ]);
  });

  it("has the documented head and fields, with one record per line", async () => {
    const { body, headers } = await download(app, ana, "account/export", { "x-time-zone": "Europe/Madrid" });
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(headers["content-disposition"]).toContain('filename="Repasa - 2026-03-10.json"');
    const lines = body.toString().split("\n");
    expect(lines[0]).toBe(
      '{"format":"repasa","version":1,"scope":"account","exportedAt":"2026-03-10T12:00:00.000Z","timeZone":"Europe/Madrid","today":"2026-03-10",',
    );
    expect(lines.slice(-2)).toEqual(["}", ""]);
    for (const line of lines.slice(1, -2)) {
      const isList = /^"\w+":\[$|^\],?$/.test(line);
      const record = line.replace(/^"\w+":(?=\{|null)/, "").replace(/,$/, "");
      expect([line, isList || record === "null" || typeof JSON.parse(record) === "object"]).toEqual([line, true]);
    }
    expect(listFieldNames(JSON.parse(body.toString()))).toEqual(listFieldNames(readSample()));
  });

  it("contains all lists for an empty account, too", async () => {
    const all = await exportJson(await app.register());
    expect(all).toMatchObject({ preferences: null, folders: [], cards: [], media: [], otherReviews: [] });
  });

  it("is sent in a zip if its media are large", async () => {
    const client = await app.register();
    const files = ["a", "b"].map((letter) => ({ id: letter.repeat(64), data: Buffer.from(letter.repeat(1000)) }));
    for (const { id, data } of files) {
      // The size is set to 30 MB without storing them.
      await pool.query(
        `insert into media (user_id, id, content_type, bytes, created_at) values ($1, $2, 'image/png', 30 * 1024 * 1024, $3)`,
        [client.userId, id, app.clock.now()],
      );
      await pool.query("insert into media_data values ($1, $2, $3)", [client.userId, id, data]);
    }
    const { headers, body } = await download(app, client, "account/export?format=json");
    expect(headers["content-type"]).toBe("application/zip");
    expect(headers["content-disposition"]).toContain("Repasa - 2026-03-10.zip");
    const entries = await unzip(body);
    const json = JSON.parse((entries.get("repasa.json") as Buffer).toString()) as Exported;
    expect(json.media).toHaveLength(2);
    for (const { id, data } of files) {
      const record = json.media.find((one) => one.id === id);
      expect(record).toMatchObject({ file: `media/${id}.png` });
      expect(record).not.toHaveProperty("data");
      expect(entries.get(`media/${id}.png`)?.equals(data)).toBe(true);
    }
  });
});

describe("the JSON of a folder", () => {
  it("contains the same records as the account's, but only those of the folder", async () => {
    const { body: elsewhere } = await ana.post<{ id: number }>("/api/folders", { name: "Otra" });
    await ana.post(`/api/folders/${elsewhere.id}/cards`, { front: "a", back: "b" });
    const one = await exportJson(ana, `folders/${folderId}/export?format=json`);
    expect(Object.keys(one)).toEqual([
      ...["format", "version", "scope", "exportedAt", "timeZone", "today"],
      ...["folders", "cards", "media"],
    ]);
    expect(one.scope).toBe("folder");
    expect(one.folders).toEqual(all.folders.filter(({ id }) => id === folderId));
    expect(one.cards).toEqual(all.cards.filter((card) => card.folderId === folderId));
    expect(one.media).toEqual(all.media);
    expect((await download(app, other, `folders/${folderId}/export?format=json`)).status).toBe(404);
  });
});

it("contains all values of the cards of any account", async () => {
  await fc.assert(
    fc.asyncProperty(anyContents, async (contents) => {
      const owner = await createOwner(pool);
      await writeContents(pool, owner, contents);
      const { cards, media } = await readContents(pool, owner);
      const ctx = testContext(app.database);
      const scope = { owner, folderId: null };
      const moment = momentAt(app.clock.now(), { timeZone: "Europe/Madrid", dayStartHour: 4 });
      const entries = await selectMediaEntries(ctx.db, scope);
      let text = "";
      for await (const piece of generateJson(ctx, { scope, moment, media: entries, getFileName: () => null }))
        text += piece.text;
      const all = JSON.parse(text) as Exported;
      const folders = new Map(all.folders.map(({ id, name }) => [id, name]));
      const seen = all.cards.map((card) => ({
        folder: folders.get(card.folderId),
        ...pick(card, ["front", "back", "format", "tags", "suspended", "variant"]),
        siblings: all.cards.filter(({ groupId }) => groupId !== null && groupId === card.groupId).length,
        stability: card.stability,
        due: card.nextReviewDate,
        reviews: card.reviews.map((review) => pick(review, ["stateAfter", "undoneDate", "localDate", "grade"])),
      }));
      const expected = cards.map(({ schedule, reviews, siblings, folder, ...card }) => ({
        folder,
        ...pick(card, ["front", "back", "format", "tags", "suspended", "variant"]),
        siblings: siblings.length,
        stability: schedule.stability,
        due: schedule.next_review_date,
        reviews: reviews.map(({ state_after, undone_date, local_date, grade }) => ({
          stateAfter: state_after,
          undoneDate: undone_date,
          localDate: local_date,
          grade,
        })),
      }));
      const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
      expect(sorted(seen)).toEqual(sorted(expected));
      expect(all.media.map(({ id }) => id)).toEqual(media);
    }),
    { numRuns: 20 },
  );
});

function readSample(): unknown {
  return JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, "../../../../../docs/export-format.sample.json"), "utf8"),
  );
}

/** Returns the names of the fields of each list. */
function listFieldNames(all: unknown): Record<string, unknown> {
  const fields = Object.entries(all as Exported).map(([name, value]) => {
    const one = Array.isArray(value) ? value[0] : value;
    return [name, one && typeof one === "object" && COMPARED_LISTS.includes(name) ? Object.keys(one).sort() : "?"];
  });
  return Object.fromEntries(fields);
}

const COMPARED_LISTS = [
  "profile",
  "preferences",
  "classes",
  "exams",
  "examFolders",
  "studySessions",
  "folders",
  "cards",
  "media",
  "breaks",
  "settled",
  "days",
  "streakGaps",
  "examMoves",
  "tests",
];

function pick(from: object, names: readonly string[]): Rec {
  return Object.fromEntries(names.map((name) => [name, (from as Rec)[name]]));
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts instants to numbers, because the database and the file format them differently. */
function toComparable(value: unknown): unknown {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;
}
