import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bigint, date, eq, pgTable, sql, text, timestamp } from "#platform/db/drizzle.cjs";
import { openNetwork } from "#testing/silent-network.ts";
import { createEmptyTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import {
  isDatabaseUnavailable,
  isForeignKeyViolation,
  isStatementTimeout,
  isUniqueViolation,
  isUserGone,
} from "./database-errors.ts";
import { openDatabase } from "./pool.ts";

const notes = pgTable("notes", {
  id: bigint({ mode: "number" }).primaryKey(),
  localDate: date({ mode: "string" }),
  writtenAt: timestamp({ withTimezone: true, mode: "date" }),
  word: text(),
});

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyTestDatabase();
  await database.db.pool.query(`
    CREATE TABLE notes (id bigint PRIMARY KEY, local_date date, written_at timestamptz, word text CONSTRAINT notes_word UNIQUE);
    CREATE TABLE pages (note_id bigint CONSTRAINT pages_note_fk REFERENCES notes)`);
});

afterAll(() => database.drop());

const catchError = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error("it succeeded");
    },
    (error: unknown) => error,
  );

describe("values", () => {
  const writtenAt = new Date("2026-03-29T01:30:00.123Z");

  test("int8 is read as a number, a date as text and an instant as a Date, by columns, raw SQL and the driver", async () => {
    const { orm, pool } = database.db;
    await orm.insert(notes).values({ id: 9_007_199_254_740_991, localDate: "2026-02-28", writtenAt, word: "uno" });
    const expected = { id: 9_007_199_254_740_991, localDate: "2026-02-28", writtenAt };
    const byColumns = await orm
      .select({ id: notes.id, localDate: notes.localDate, writtenAt: notes.writtenAt })
      .from(notes)
      .where(eq(notes.word, "uno"));
    expect(byColumns).toEqual([expected]);
    const raw = sql`SELECT id, local_date AS "localDate", written_at AS "writtenAt" FROM notes WHERE word = ${"uno"}`;
    expect((await orm.execute(raw)).rows).toEqual([expected]);
    await orm.transaction(async (transaction) => {
      expect((await transaction.execute(raw)).rows).toEqual([expected]);
    });
    expect((await pool.query("SELECT id, count(*) OVER () AS n FROM notes WHERE word = 'uno'")).rows).toEqual([
      { id: 9_007_199_254_740_991, n: 1 },
    ]);
    expect(await orm.$count(notes, eq(notes.word, "uno"))).toBe(1);
  });

  test("an int8 beyond the safe integers is refused instead of rounded", async () => {
    await expect(database.db.pool.query("SELECT 9007199254740993::bigint")).rejects.toThrow(/9007199254740993/);
    await expect(database.db.pool.query("SELECT 1::bigint AS one")).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });
});

const open = (options: Partial<Parameters<typeof openDatabase>[0]>) =>
  openDatabase({ connectionString: database.connectionString, ...options });

describe("limits", () => {
  test("a connection that does not become free in time is 'unavailable', and the pool recovers", async () => {
    const db = open({ maxConnections: 2, connectionTimeoutMs: 2_000 });
    const held = [await db.pool.connect(), await db.pool.connect()];
    const error = await catchError(db.orm.execute(sql`SELECT 1`));
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(isStatementTimeout(error)).toBe(false);
    for (const client of held) client.release();
    await db.ping();
    await db.close();
  });

  test("a statement that runs too long is cancelled, even inside a transaction, and its connection stays usable", async () => {
    const db = open({ maxConnections: 1, statementTimeoutMs: 100 });
    const error = await catchError(db.orm.execute(sql`SELECT pg_sleep(5)`));
    expect(isStatementTimeout(error)).toBe(true);
    expect(isDatabaseUnavailable(error)).toBe(false);
    expect(isStatementTimeout(await catchError(db.orm.transaction((t) => t.execute(sql`SELECT pg_sleep(5)`))))).toBe(
      true,
    );
    await db.ping();
    await db.close();
  });

  test("a transaction left idle is ended by the server, so that it releases its locks", async () => {
    const db = open({ maxConnections: 1, idleInTransactionTimeoutMs: 50 });
    await catchError(
      db.orm.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT 1`);
        await new Promise((resolve) => setTimeout(resolve, 300));
        await transaction.execute(sql`SELECT 1`);
      }),
    );
    await db.ping();
    await db.close();
  });
});

describe("an unavailable database", () => {
  test("does not end the process when idle and lent connections are lost, and is used again later", async () => {
    const warnings: string[] = [];
    const note = (_details: object, message: string) => void warnings.push(message);
    const db = open({ maxConnections: 2, logger: { info: note, warn: note, error: note } });
    const lent = await db.pool.connect();
    await db.ping();
    await database.db.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await expect.poll(() => warnings).toContain("the database does not answer");
    expect(isDatabaseUnavailable(await catchError(lent.query("SELECT 1")))).toBe(true);
    lent.release(true);
    await db.ping();
    await expect.poll(() => warnings).toEqual(["the database does not answer", "the database answers again"]);
    await db.close();
  });

  test("leaves no connection in the pool that fell silent in the middle of a transaction", async () => {
    const network = await openNetwork(database.connectionString);
    const { connectionString } = network;
    const db = openDatabase({ connectionString, maxConnections: 1, statementTimeoutMs: 200, graceMs: 100 });
    const silenced = db.orm.transaction(async (transaction) => {
      await transaction.execute(sql`SELECT 1`);
      network.silence();
      await transaction.execute(sql`SELECT 1`);
    });
    expect(isDatabaseUnavailable(await catchError(silenced))).toBe(true);
    network.heal();
    expect((await db.orm.transaction((transaction) => transaction.execute(sql`SELECT 1 AS one`))).rows).toEqual([
      { one: 1 },
    ]);
    await db.close();
    network.close();
  });

  test("is recognised in the middle of a statement", async () => {
    const working = catchError(database.db.orm.execute(sql`SELECT pg_sleep(10), 'cut off'`));
    await expect
      .poll(
        async () => {
          const { rows } = await database.db.pool.query(
            "SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity WHERE query LIKE '%pg_sleep(10), ''cut off''' AND pid <> pg_backend_pid()",
          );
          return rows.length;
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    expect(isDatabaseUnavailable(await working)).toBe(true);
  });

  test("is recognised when nothing listens at its address", async () => {
    const db = openDatabase({ connectionString: "postgresql://nobody@127.0.0.1:1/none" });
    expect(isDatabaseUnavailable(await catchError(db.ping()))).toBe(true);
    expect(isDatabaseUnavailable(await catchError(db.orm.execute(sql`SELECT 1`)))).toBe(true);
    await db.close();
  });

  test("is recognised when it accepts connections and never answers", async () => {
    const sockets: Socket[] = [];
    const silent: Server = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const db = openDatabase({
      connectionString: `postgresql://nobody@127.0.0.1:${port}/none`,
      connectionTimeoutMs: 100,
    });
    expect(isDatabaseUnavailable(await catchError(db.ping()))).toBe(true);
    await db.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test("is recognised when it has no free connection", () => {
    const full = Object.assign(new Error("sorry, too many clients already"), { code: "53300" });
    expect(isDatabaseUnavailable(new Error("Failed query", { cause: full }))).toBe(true);
    expect(isDatabaseUnavailable(Object.assign(new Error("away"), { code: "08006" }))).toBe(true);
    expect(isDatabaseUnavailable(Object.assign(new Error("too many parameters"), { code: "08P01" }))).toBe(false);
    expect(isDatabaseUnavailable(new Error("something else"))).toBe(false);
    expect(isDatabaseUnavailable("timeout exceeded when trying to connect")).toBe(false);
    expect(isDatabaseUnavailable(undefined)).toBe(false);
  });
});

test("violations are recognised by constraint, through Drizzle's wrapping", async () => {
  const { orm } = database.db;
  await orm.insert(notes).values({ id: 1, word: "dos" });
  const duplicate = await catchError(orm.insert(notes).values({ id: 2, word: "dos" }));
  expect(isUniqueViolation(duplicate)).toBe(true);
  expect(isUniqueViolation(duplicate, "notes_word")).toBe(true);
  expect(isUniqueViolation(duplicate, "notes_pkey")).toBe(false);
  expect(isForeignKeyViolation(duplicate)).toBe(false);

  const orphan = await catchError(orm.execute(sql`INSERT INTO pages VALUES (77)`));
  expect(isForeignKeyViolation(orphan, "pages_note_fk")).toBe(true);
  expect(isForeignKeyViolation(orphan, "notes_word")).toBe(false);
  expect(isUniqueViolation(orphan)).toBe(false);
  expect(isDatabaseUnavailable(orphan)).toBe(false);
});

test("violations are recognised in the errors of a distributed database", () => {
  // These are errors of PostgreSQL 15 with Citus 13.2, from a worker and from a shard on the coordinator.
  const createWorkerError = (code: string, message: string) =>
    new Error("Failed query", { cause: Object.assign(new Error(message), { code, constraint: undefined }) });
  const slug = createWorkerError(
    "23505",
    'duplicate key value violates unique constraint "folders_catalog_slug_unique_102048"',
  );
  expect(isUniqueViolation(slug, "folders_catalog_slug_unique")).toBe(true);
  expect(isUniqueViolation(slug, "folders_client_id_unique")).toBe(false);
  const folder = createWorkerError(
    "23503",
    'insert or update on table "cards_102044" violates foreign key constraint "cards_folder_fk_102044"',
  );
  expect(isForeignKeyViolation(folder, "cards_folder_fk")).toBe(true);
  expect(isForeignKeyViolation(folder, "exam_folders_folder_fk")).toBe(false);
  expect(isUserGone(folder)).toBe(false);
  const user = createWorkerError(
    "23503",
    'insert or update on table "folders_102048" violates foreign key constraint "folders_user_id_users_id_fk_102048"',
  );
  expect(isUserGone(user)).toBe(true);
  const email = Object.assign(new Error("duplicate key"), { code: "23505", constraint: "users_email_unique_102009" });
  expect(isUniqueViolation(email, "users_email_unique")).toBe(true);
});
