import { createHash } from "node:crypto";
import { mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allJobs } from "#all-jobs.ts";
import { installQueues } from "#platform/jobs/queue.ts";
import { createTestApp, PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { MIGRATIONS_DIRECTORY, readMigrations } from "../migration-files.ts";
import { type Manifest, openBackupFile } from "./backup-file.ts";
import { ACCESS, restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

/** The tests create whole databases, which takes more than the default half a minute on a busy machine. */
const timeout = 120_000;

const NOW = new Date("2026-03-10T12:00:00Z");
const app = await sharedTestApp();
const student = await app.register();

let folder: string;
const databases: TestDatabase[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "repasa-backup-"));
  const folderId = (await student.post<{ id: number }>("/api/folders", { name: "Ñandú\t\\N" })).body.id;
  for (let n = 0; n < 8; n++) {
    await student.post(`/api/folders/${folderId}/cards`, { front: `línea\n${n}`, back: "\\. «»\t\\" });
  }
  const ids = (await app.database.pool.query("SELECT id FROM cards ORDER BY id")).rows.map(({ id }) => id as number);
  for (const id of ids) await rate(id);
  await student.post("/api/feedback", { rating: 4, feedback: "Más colores" });
});
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});
afterAll(() => rm(folder, { recursive: true }));

const rate = (id: number) => student.post(`/api/cards/${id}/review`, { difficulty: "medium", answerResult: "correct" });
const fileNamed = (name: string) => path.join(folder, `${name}.backup`);
const save = async (name: string, connectionString = app.connectionString) => {
  const file = fileNamed(name);
  return { file, manifest: await writeBackup(connectionString, file, NOW) };
};
const installAll = (connectionString: string) => installQueues(connectionString, allJobs);
const restore = ({ connectionString }: { connectionString: string }, file: string, replace = false, now = NOW) =>
  restoreBackup({ connectionString, file, replace, now, installQueues: installAll });

/** Creates a database that is dropped after the test. By default it has all tables and no rows. */
async function createTarget(make = createTestDatabase): Promise<TestDatabase> {
  const database = await make();
  databases.push(database);
  return database;
}

/** Returns the number of rows of each table, and a checksum over all of them. */
async function readContents(pool: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '')) AS sum FROM "${name}" AS t`,
    );
    contents[name] = rows[0].sum;
  }
  return contents;
}

async function readShape(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS line
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 't'
    UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'trigger ' || tgname || ' ' || tgenabled::text FROM pg_trigger
      WHERE NOT tgisinternal AND tgname <> 'require_recorded' -- change-guard.ts
    UNION ALL SELECT 'sequence ' || sequencename FROM pg_sequences WHERE schemaname = 'public'
    ORDER BY 1`);
  return rows;
}

/** Returns the last value of each sequence, 0 before its first. */
async function readSequences(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; last: number | null }>(
    "SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
  );
  return new Map(rows.map(({ name, last }) => [name, last ?? 0]));
}

describe("a backup", { timeout }, () => {
  it("restores every row, constraint and sequence into an empty database", async () => {
    // These jobs are one of a worker's own, and one of a kind that no longer exists.
    for (const name of ["__pgboss__send-it", "gone"]) {
      await app.database.pool.query('SELECT pgboss.create_queue($1, \'{"policy": "standard"}\'::jsonb)', [name]);
      await app.database.pool.query("INSERT INTO pgboss.job (name) VALUES ($1)", [name]);
    }
    // There is a session now, and none after the restore.
    expect((await app.database.pool.query("SELECT FROM sessions")).rowCount).toBe(1);
    const none = Object.fromEntries(ACCESS.map((name) => [name, `0 ${createHash("md5").digest("hex")}`]));
    const waiting = "SELECT id, name, state, data FROM pgboss.job WHERE name LIKE '%.%' ORDER BY id";
    const { file, manifest } = await save("drill");
    const target = await createTarget(createEmptyTestDatabase);
    const restored = await restore(target, file);
    expect(restored).toMatchObject({ migrated: [], jobsLeftOut: 1 });
    const { change_feeds: feeds, ...contents } = await readContents(target.db.pool);
    const { change_feeds: savedFeeds, ...saved } = await readContents(app.database.pool);
    expect({ ...saved, ...none }).toEqual(contents);
    // Cursors from before the restore lead to the beginning.
    const selectFeeds = "SELECT user_id, last_position, pruned_through FROM change_feeds ORDER BY 1";
    expect((await target.db.pool.query(selectFeeds)).rows).toEqual((await app.database.pool.query(selectFeeds)).rows);
    expect(feeds).not.toBe(savedFeeds);
    expect(contents).toMatchObject(none);
    expect(await readShape(target.db.pool)).toEqual(await readShape(app.database.pool));
    const sequences = await readSequences(target.db.pool);
    expect(sequences).toEqual(
      new Map([...(await readSequences(app.database.pool))].map(([name, at]) => [name, at + 1e6])),
    );
    expect(sequences.size).toBeGreaterThan(5);
    const jobs = (await target.db.pool.query(waiting)).rows;
    expect(jobs).toEqual((await app.database.pool.query(waiting)).rows);
    expect(jobs.length).toBeGreaterThan(0);

    const again = await save("again", target.connectionString);
    const others = ["pgboss.job", "public.change_feeds", ...ACCESS.map((name) => `public.${name}`)];
    const tables = (saved: Manifest) => saved.tables.filter(({ name }) => !others.includes(name));
    expect(tables(again.manifest)).toEqual(tables(manifest));
    expect(manifest.tables.find(({ name }) => name === "public.cards")).toMatchObject({ rows: 8 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("gives no id of what was lost again, so that what a device has queued for a lost card reaches no other card", async () => {
    const { file } = await save("lost");
    const create = async (client: TestClient) => {
      const folder = (await client.post<{ id: number }>("/api/folders", { name: "Física" })).body.id;
      return [
        folder,
        (await client.post<{ id: number }>(`/api/folders/${folder}/cards`, { front: "f", back: "b" })).body.id,
      ];
    };
    const [lostFolder = 0, lostCard = 0] = await create(student);
    const target = await createTarget(createEmptyTestDatabase);
    await restore(target, file);
    const restored = await createTestApp({ beside: { ...app, connectionString: target.connectionString } });
    try {
      const client = restored.visitor();
      await client.post("/api/auth/login", { email: student.email, password: PASSWORD });
      const [folder = 0, card = 0] = await create(client);
      expect([folder - lostFolder, card - lostCard]).toEqual([1e6, 1e6]);
      const rating = { difficulty: "easy", answerResult: "correct" };
      expect((await client.post(`/api/cards/${lostCard}/review`, rating)).status).toBe(404);
      expect((await client.put(`/api/cards/${lostCard}`, { front: "g", back: "b" })).status).toBe(404);
      expect((await client.delete(`/api/folders/${lostFolder}`)).status).toBe(404);
    } finally {
      await restored.close();
    }
  });

  it("leaves out other ids when it is restored a second time", async () => {
    const { file } = await save("twice");
    const [first, second] = [await createTarget(createEmptyTestDatabase), await createTarget(createEmptyTestDatabase)];
    await restore(first, file);
    await restore(second, file, false, new Date(NOW.getTime() + 60_000));
    const before = await readSequences(first.db.pool);
    for (const [name, at] of await readSequences(second.db.pool)) expect(at).toBe((before.get(name) ?? 0) + 600_000);
  });

  it("made while cards are being rated contains the state of one moment, in which log and cards agree", async () => {
    const ids = (await app.database.pool.query("SELECT id FROM cards ORDER BY id")).rows.map(({ id }) => id as number);
    let isRating = true;
    let rated = 0;
    const rating = (async () => {
      for (; isRating; rated++) expect((await rate(ids[rated % ids.length] as number)).status).toBe(200);
    })();
    await expect.poll(() => rated).toBeGreaterThan(3);
    const before = rated;
    const { file } = await save("flowing");
    isRating = false;
    await rating;
    expect(rated).toBeGreaterThan(before);
    const target = await createTarget();
    await restore(target, file);
    const { rows } = await target.db.pool.query(
      "SELECT (SELECT sum(review_count) FROM cards) AS cards, (SELECT count(*) FROM reviews) AS log, (SELECT version FROM user_scheduling) AS version",
    );
    expect(rows[0].log).toBeGreaterThanOrEqual(ids.length + before);
    // Settling a day adds one to the version.
    expect(rows[0]).toEqual({ cards: rows[0].log, log: rows[0].log, version: rows[0].log + 1 });
  });

  it("of an older version is migrated after it was restored, and one of a later version is refused", async () => {
    const { file, manifest } = await save("older");
    const target = await createTarget();
    const later = "9999_later";
    const migrationsDirectory = await mkdtemp(path.join(folder, "migrations-"));
    for (const { name, sql } of await readMigrations(MIGRATIONS_DIRECTORY)) {
      await writeText(path.join(migrationsDirectory, `${name}.sql`), sql);
    }
    await writeText(path.join(migrationsDirectory, `${later}.sql`), "ALTER TABLE users ADD COLUMN nickname text");
    const { connectionString } = target;
    const options = {
      connectionString,
      file,
      replace: false,
      now: NOW,
      installQueues: installAll,
      migrationsDirectory,
    };
    expect((await restoreBackup(options)).migrated).toEqual([later]);
    const { rows } = await target.db.pool.query("SELECT email, nickname FROM users");
    expect(rows).toEqual([{ email: student.email, nickname: null }]);
    const { rows: known } = await target.db.pool.query("SELECT name FROM schema_migrations ORDER BY name");
    expect(known.map(({ name }) => name)).toEqual([...manifest.migrations.map(({ name }) => name), later]);

    // This version refuses a backup of the later one.
    const newer = await save("newer", connectionString);
    await expect(restore(await createTarget(), newer.file)).rejects.toThrow(/9999_later, which this version/);
  });
});

describe("a restore changes nothing", { timeout }, () => {
  it("if the database contains rows, unless they may be replaced", async () => {
    const { file } = await save("refused");
    const target = await createTarget();
    await target.db.pool.query(
      "INSERT INTO users (email, password_hash, created_at, updated_at) VALUES ('otra@repasa.example', 'x', $1, $1)",
      [NOW],
    );
    await disconnectAll(target);
    await expect(restore(target, file)).rejects.toThrow("public.users has rows");
    await restore(target, file, true);
    expect((await target.db.pool.query("SELECT email FROM users")).rows).toEqual([{ email: student.email }]);
  });

  it("if somebody is connected, or if the tables are those of something else", async () => {
    const { file } = await save("connected");
    const target = await createTarget(createEmptyTestDatabase);
    await target.db.pool.query("CREATE TABLE notes (id integer)");
    await expect(restore(target, file, true)).rejects.toThrow("Somebody is connected");
    await disconnectAll(target);
    await expect(restore(target, file, true)).rejects.toThrow("tables of something else");
  });

  it("if the file is damaged in any place", async () => {
    const { file } = await save("damaged");
    const target = await createTarget();
    const before = await readContents(target.db.pool);
    await disconnectAll(target);
    const { size } = await stat(file);
    for (const place of [0, 0.2, 0.4, 0.6, 0.8, 0.99]) {
      await invertBytes(file, Math.floor(size * place));
      await expect(restore(target, file)).rejects.toThrow(/damaged|cannot be read/);
      await invertBytes(file, Math.floor(size * place));
    }
    await expect(restore(target, path.join(folder, "none"))).rejects.toThrow(/cannot be read as a backup/);
    expect(await readContents(target.db.pool)).toEqual(before);
    const backup = await openBackupFile(file);
    await backup.verify();
    backup.close();
  });

  it("if it fails half-way", async () => {
    const { file } = await save("half-way");
    const target = await createTarget();
    await target.db.pool.query("INSERT INTO billing_events VALUES ('evt_1', 'kept', $1)", [NOW]);
    await disconnectAll(target);
    const broken = await mkdtemp(path.join(folder, "migrations-"));
    for (const { name, sql } of await readMigrations(MIGRATIONS_DIRECTORY)) {
      await writeText(path.join(broken, `${name}.sql`), sql);
    }
    await writeText(path.join(broken, "9999_later.sql"), "ALTER TABLE nobody ADD COLUMN nickname text");
    const options = {
      connectionString: target.connectionString,
      file,
      replace: true,
      now: NOW,
      installQueues: installAll,
    };
    await expect(restoreBackup({ ...options, migrationsDirectory: broken })).rejects.toThrow("nobody");
    expect((await target.db.pool.query("SELECT id FROM billing_events")).rows).toEqual([{ id: "evt_1" }]);
  });
});

/** Closes the connections of the test's own pool, because a restore requires that nobody is connected. */
async function disconnectAll({ db }: TestDatabase): Promise<void> {
  await db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  const connection = await db.pool.connect();
  connection.release(true);
}

async function writeText(file: string, text: string): Promise<void> {
  const handle = await open(file, "w");
  await handle.writeFile(text).finally(() => handle.close());
}

/** Inverts the bits of some bytes of a file; a second call restores them. */
async function invertBytes(file: string, from: number): Promise<void> {
  const handle = await open(file, "r+");
  try {
    const bytes = Buffer.alloc(200);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    await handle.write(
      bytes.map((byte) => byte ^ 0x55),
      0,
      bytesRead,
      from,
    );
  } finally {
    await handle.close();
  }
}
