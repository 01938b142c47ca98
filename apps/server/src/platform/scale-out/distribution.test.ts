import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { allJobs } from "#all-jobs.ts";
import { restoreBackup } from "#platform/db/backup/restore-backup.ts";
import { writeBackup } from "#platform/db/backup/write-backup.ts";
import { isForeignKeyViolation, isUniqueViolation, isUserGone } from "#platform/db/database-errors.ts";
import { migrate } from "#platform/db/migrate.ts";
import { MIGRATIONS_DIRECTORY } from "#platform/db/migration-files.ts";
import { openDatabase } from "#platform/db/pool.ts";
import { installQueues } from "#platform/jobs/queue.ts";
import { systemClock } from "#platform/time/clock.ts";
import { createOwner, writeContents } from "#testing/account-contents.ts";
import { anyContents } from "#testing/any-contents.ts";
import { databaseUrl } from "#testing/database-server.ts";
import {
  createEmptyTestDatabase,
  createTestCluster,
  createTestDatabase,
  type TestDatabase,
} from "#testing/test-database.ts";
import { type DistributeOptions, distributeDatabase } from "./distribution.ts";
import { readForeignKeys, readPlacedTables } from "./distribution-state.ts";

let database: TestDatabase;
afterEach(() => database.drop());

const distribute = (options: Partial<DistributeOptions> = {}) => {
  const lines: string[] = [];
  const { connectionString } = database;
  const say = (line: string) => void lines.push(line);
  return distributeDatabase({ connectionString, clock: systemClock, say, confirm: async () => true, ...options }).then(
    (outcome) => ({ outcome, lines }),
  );
};

test("a PostgreSQL without the extension is not changed, and the reason is given in one line", async () => {
  database = await createEmptyTestDatabase();
  await expect(distribute()).rejects.toThrow(/^This PostgreSQL has no extension citus: nothing is changed\./);
  const { rows } = await database.db.pool.query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace",
  );
  expect(rows).toEqual([]);
});

/** Describes the tables, keys, indexes and rows of the database, so that two states can be compared. */
async function describeDatabase() {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const tables = await readPlacedTables(client);
    const misplaced = tables.filter(({ place, wanted, leftovers }) => leftovers || place !== wanted);
    const { rows: indexes } = await client.query(
      "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT count(*)::int AS rows FROM ${pg.escapeIdentifier(name)}`);
      counts[name] = rows[0].rows;
    }
    const keys = await readForeignKeys(client);
    return {
      places: Object.fromEntries(tables.map(({ name, place }) => [name, place])),
      misplaced,
      keys,
      indexes,
      counts,
    };
  } finally {
    await client.end();
  }
}

async function fillDatabase(): Promise<void> {
  for (const contents of fc.sample(anyContents, { numRuns: 3, seed: 7 })) {
    const owner = await createOwner(database.db.pool);
    await writeContents(database.db.pool, owner, contents);
    await database.db.pool.query("INSERT INTO user_preferences (user_id, updated_at) VALUES ($1, now())", [owner]);
  }
}

/** Runs work while a lock makes one of its statements take longer than the role's statements may. */
async function runWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const { pool } = database.db;
  const name = pg.escapeIdentifier((await pool.query("SELECT current_database() AS name")).rows[0].name);
  await pool.query(`ALTER DATABASE ${name} SET statement_timeout = '1s'`);
  const other = await pool.connect();
  await other.query("BEGIN");
  await other.query("LOCK TABLE folders IN ACCESS SHARE MODE");
  const [result] = await Promise.all([work(), delay(1_700).then(() => other.query("COMMIT"))]);
  other.release();
  await pool.query(`ALTER DATABASE ${name} RESET statement_timeout`);
  return result;
}

const nameOf = ({ connectionString }: TestDatabase) => new URL(connectionString).pathname.slice(1);

async function measureMemory(client: pg.Client): Promise<number> {
  const { rows } = await client.query("SELECT sum(total_bytes)::int AS bytes FROM pg_backend_memory_contexts");
  return rows[0].bytes;
}

const isCluster = inject("testDatabase").workerUrls.length > 0;
const migrateAll = (directory = MIGRATIONS_DIRECTORY) =>
  migrate({ connectionString: database.connectionString, clock: systemClock, directory });

describe.skipIf(!isCluster)("on a cluster,", () => {
  test("an empty database is migrated and distributed after confirmation", async () => {
    database = await createTestCluster();
    const declined = await distribute({ confirm: async () => false });
    expect(declined.outcome).toBe("declined");
    expect(declined.lines[1]).toMatch(/^ {2}apply \d+ migrations/);
    const { rows } = await database.db.pool.query("SELECT to_regclass('users') AS users");
    expect(rows).toEqual([{ users: null }]);
    expect((await distribute()).outcome).toBe("done");
    expect(await distribute()).toEqual({
      outcome: "nothing to do",
      lines: ["Nothing to do: every table is where it belongs."],
    });
    const { places, misplaced } = await describeDatabase();
    expect(misplaced).toEqual([]);
    expect(places).toMatchObject({ users: "every node", cards: "by user", sessions: "coordinator" });
  });

  test("distributing can be interrupted after each transaction, and then continues until all rows are in place", async () => {
    database = await createTestCluster();
    await migrateAll();
    await fillDatabase();
    const before = await describeDatabase();
    expect(Math.min(before.counts.cards ?? 0, before.counts.reviews ?? 0)).toBeGreaterThan(0);
    const stop = () => {
      throw new Error("stopped");
    };
    expect(await runWhileLocked(() => distribute({ committed: stop }).catch(String))).toBe("Error: stopped");
    let stops = 1;
    for (;;) {
      const { outcome } = await distribute({ committed: stop }).catch(() => ({ outcome: "stopped" }));
      if (outcome !== "stopped") break;
      stops++;
    }
    expect(stops).toBeGreaterThan(40);
    const after = await describeDatabase();
    expect(after.misplaced).toEqual([]);
    expect(after).toMatchObject({ keys: before.keys, indexes: before.indexes, counts: before.counts });
    const { rows } = await database.db.pool.query("SELECT to_regclass('distribution_keys_off') AS off");
    expect(rows).toEqual([{ off: null }]);
  }, 300_000);

  test("connected servers are the reason for a refusal", async () => {
    database = await createTestCluster();
    const server = openDatabase({ connectionString: database.connectionString });
    await server.ping();
    await expect(distribute()).rejects.toThrow(/^Somebody is connected to this database/);
    await server.close();
  });

  test("connected servers of another role are noticed, and servers that start meanwhile", async () => {
    database = await createTestCluster();
    const { pool } = database.db;
    const role = `owner_${randomUUID().replaceAll("-", "")}`;
    await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
    const url = new URL(database.connectionString);
    url.username = role;
    url.password = "x";
    const server = openDatabase({ connectionString: database.connectionString });
    await server.ping();
    await expect(distribute({ connectionString: url.href })).rejects.toThrow(/^Somebody is connected/);
    await server.close();
    await pool.query(`DROP ROLE ${role}`);
    const late = openDatabase({ connectionString: database.connectionString });
    const startingServer = {
      now: () => {
        void late.ping();
        return systemClock.now();
      },
    };
    await expect(distribute({ clock: startingServer })).rejects.toThrow(/^Somebody is connected/);
    await late.close();
  });

  test("a backup is not restored, and the reason is given", async () => {
    database = await createTestCluster();
    await migrateAll();
    const { connectionString } = database;
    const folder = await mkdtemp(join(tmpdir(), "repasa-cluster-"));
    const file = join(folder, "all.backup");
    await installQueues(connectionString, allJobs);
    await writeBackup(connectionString, file, systemClock.now());
    const installAll = (url: string) => installQueues(url, allJobs);
    const options = { connectionString, file, replace: true, now: systemClock.now(), installQueues: installAll };
    await expect(restoreBackup(options)).rejects.toThrow(/has the extension citus/);
    await rm(folder, { recursive: true });
  });

  test("ratings do not make the memory of a worker's session grow", async () => {
    database = await createTestDatabase();
    const { pool } = database.db;
    const owner = await createOwner(pool);
    await pool.query(
      `INSERT INTO folders (id, user_id, name, created_at, updated_at) OVERRIDING SYSTEM VALUE
      VALUES (1, $1, 'a', now(), now())`,
      [owner],
    );
    await pool.query(
      `INSERT INTO cards (id, user_id, folder_id, front, back, created_at, updated_at) OVERRIDING SYSTEM VALUE
      VALUES (1, $1, 1, 'a', 'b', now(), now())`,
      [owner],
    );
    await pool.query("INSERT INTO user_scheduling (user_id) VALUES ($1)", [owner]);
    // With an outdated version the function changes the card, and fails.
    const state = {
      calibrationA: 0,
      calibrationB: 0,
      hardSinceForgotten: 0,
      recalledCount: 0,
      hardRecalledCount: 0,
      recalledInARow: 0,
      difficulty: "easy",
      reviewCount: 1,
      interval: 1,
      easeFactor: 250,
    };
    const outdatedRating = `SELECT log_review($1, 1, -1, '${JSON.stringify({ state_after: state })}', NULL)`;
    const growth = await Promise.all(
      inject("testDatabase").workerUrls.map(async (worker) => {
        const client = new pg.Client({ connectionString: databaseUrl(worker, nameOf(database)) });
        await client.connect();
        const rate = () => expect(client.query(outdatedRating, [owner])).rejects.toThrow("another version");
        for (let n = 0; n < 20; n++) await rate();
        const before = await measureMemory(client);
        for (let n = 0; n < 50; n++) await rate();
        const after = await measureMemory(client);
        await client.end();
        return after - before;
      }),
    );
    expect(Math.max(...growth)).toBeLessThan(500_000);
  });

  test("errors of a worker are recognised like those of a single PostgreSQL", async () => {
    database = await createTestDatabase();
    const { pool } = database.db;
    const owner = await createOwner(pool);
    const failure = (text: string, values: unknown[]) => pool.query(text, values).catch((error: unknown) => error);
    const FOLDER = `INSERT INTO folders (user_id, name, catalog_slug, created_at, updated_at) VALUES ($1, 'a', 'a', now(), now())`;
    await pool.query(FOLDER, [owner]);
    expect(isUniqueViolation(await failure(FOLDER, [owner]), "folders_catalog_slug_unique")).toBe(true);
    expect(isUserGone(await failure(FOLDER, [999_999]))).toBe(true);
    const CARD = `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at) VALUES ($1, 999, 'a', 'b', now(), now())`;
    expect(isForeignKeyViolation(await failure(CARD, [owner]), "cards_folder_fk")).toBe(true);
    const USER = `INSERT INTO users (email, password_hash, created_at, updated_at)
      SELECT email, password_hash, created_at, updated_at FROM users WHERE id = $1`;
    expect(isUniqueViolation(await failure(USER, [owner]), "users_email_unique")).toBe(true);
  });
});

/** A typical migration: tables with keys, columns, rows, and a function with semicolons. */
const NEXT = `
-- Notes; on cards.
CREATE TABLE "notes" (
  "user_id" bigint NOT NULL,
  "card_id" bigint NOT NULL,
  "folder_id" bigint NOT NULL,
  "words" text DEFAULT ';' NOT NULL,
  CONSTRAINT "notes_pk" PRIMARY KEY ("user_id", "card_id")
);
CREATE TABLE "note_kinds" ("name" text PRIMARY KEY);
INSERT INTO "note_kinds" VALUES ('a;b');
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "notes" ADD CONSTRAINT "notes_folder_fk" FOREIGN KEY ("user_id", "folder_id") REFERENCES "folders"("user_id", "id") ON DELETE cascade;
ALTER TABLE "notes" ADD CONSTRAINT "notes_card_fk" FOREIGN KEY ("user_id", "card_id") REFERENCES "cards"("user_id", "id") ON DELETE cascade;
CREATE INDEX "notes_folder" ON "notes" ("user_id", "folder_id");
ALTER TABLE "cards" ADD COLUMN "noted" boolean DEFAULT false NOT NULL;
ALTER TABLE "users" ADD COLUMN "notes" integer;
INSERT INTO "notes" (user_id, card_id, folder_id) SELECT user_id, id, folder_id FROM "cards";
UPDATE "cards" SET "noted" = true;
CREATE FUNCTION "count_notes"(owner bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT count(*) FROM notes WHERE user_id = owner);
END $$;
`;

describe.skipIf(!isCluster)("a later migration", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "repasa-next-"));
    for (const file of await readdir(MIGRATIONS_DIRECTORY)) {
      if (file.endsWith(".sql")) await copyFile(join(MIGRATIONS_DIRECTORY, file), join(directory, file));
    }
    await writeFile(join(directory, "9999_notes.sql"), NEXT);
  });
  afterEach(() => rm(directory, { recursive: true }));

  test("that fills the changes feed lists what a distributed database holds", async () => {
    database = await createTestCluster();
    const files = (await readdir(directory)).filter((name) => name.endsWith(".sql") && name >= "0035");
    for (const name of files) await rm(join(directory, name));
    await distribute({ directory });
    const { pool } = database.db;
    const owners = [await createOwner(pool), await createOwner(pool), await createOwner(pool)];
    for (const owner of owners) {
      const {
        rows: [folder],
      } = await pool.query(
        "INSERT INTO folders (user_id, name, created_at, updated_at) VALUES ($1, 'a', now(), now()) RETURNING id",
        [owner],
      );
      for (const front of ["a", "b"]) {
        await pool.query(
          `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
          VALUES ($1, $2, $3, 'x', now(), now())`,
          [owner, folder.id, front],
        );
      }
    }
    expect(await migrateAll()).toContain("0035_changes_feed");
    const { rows } = await pool.query(
      `SELECT user_id, array_agg(kind || ' ' || position ORDER BY position) AS changes FROM changes
      GROUP BY user_id ORDER BY user_id`,
    );
    expect(rows).toEqual(owners.map((owner) => ({ user_id: owner, changes: ["folder 1", "card 2", "card 3"] })));
    await pool.query("SELECT record_changes($1, $2)", [owners[0], '[{"kind": "card", "ids": [1], "goneAt": null}]']);
    const feeds = await pool.query("SELECT last_position, feed_id FROM change_feeds ORDER BY user_id");
    expect(feeds.rows.map(({ last_position }) => last_position)).toEqual([4, 3, 3]);
    expect(new Set(feeds.rows.map(({ feed_id }) => feed_id)).size).toBe(3);
    expect((await distribute()).outcome).toBe("nothing to do");
  });

  test("has the same result on a distributed database as before its distribution", async () => {
    database = await createTestDatabase();
    await fillDatabase();
    expect(await migrateAll(directory)).toEqual(["9999_notes"]);
    const migratedLater = await describeDatabase();
    expect(migratedLater.misplaced).toEqual([]);
    expect(migratedLater.places).toMatchObject({ notes: "by user", note_kinds: "coordinator" });
    expect(migratedLater.counts.notes).toBe(migratedLater.counts.cards);
    expect((await distribute({ directory })).outcome).toBe("nothing to do");
    await database.drop();

    database = await createTestCluster();
    await migrateAll(directory);
    await fillDatabase();
    await database.db.pool.query(
      "INSERT INTO notes (user_id, card_id, folder_id) SELECT user_id, id, folder_id FROM cards",
    );
    await distribute({ directory });
    const { keys, indexes, places, misplaced } = await describeDatabase();
    expect({ keys, indexes, places, misplaced }).toEqual({
      keys: migratedLater.keys,
      indexes: migratedLater.indexes,
      places: migratedLater.places,
      misplaced: [],
    });
  });
});
