import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#testing/test-database.ts";
import { isDatabaseUnavailable } from "./database-errors.ts";
import { openPipeline } from "./pipeline.ts";
import type { Statement } from "./prepared.ts";

const { connectionString, db, drop } = await createTestDatabase({ maxConnections: 2 });
afterAll(drop);

const read = (values: [seconds: number, answer: string]): Statement => ({
  name: "test-read",
  text: "SELECT $2::text AS answer, pg_backend_pid() AS backend FROM pg_sleep($1)",
  values,
});
type Row = { answer: string; backend: number };

async function pipeline(limits: pg.ClientConfig = {}) {
  const line = openPipeline(() => new pg.Client({ connectionString, pipeline: true, ...limits }), db.pool);
  const ask = async (seconds: number, answer: string) =>
    (await line.query<Row>(read([seconds, answer]))).rows[0] as Row;
  const pooled = new Set<number>();
  const connected = async (): Promise<number> => {
    // Over the pool until it is connected.
    for (;;) {
      const { backend } = await ask(0, "");
      const { rows } = await db.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      if (!pooled.add(rows[0]?.pid ?? 0).has(backend)) return backend;
    }
  };
  return { line, ask, connected };
}

test("many reads share one connection, each with its own answer", async () => {
  const { line, ask, connected } = await pipeline();
  const backend = await connected();
  const answers = Array.from({ length: 50 }, (_, number) => String(number));
  const rows = await Promise.all(answers.map((answer) => ask(0, answer)));
  expect(rows).toEqual(answers.map((answer) => ({ answer, backend })));
  await line.close();
});

test("a read that is too slow for the others is answered by the pool, and so are those behind one that hangs", async () => {
  const slow = await pipeline({ statement_timeout: 250 });
  const backend = await slow.connected();
  const [late, behind] = await Promise.all([slow.ask(0.6, "late"), slow.ask(0, "behind")]);
  expect(late?.backend).not.toBe(backend);
  expect(behind).toEqual({ answer: "behind", backend });
  await slow.line.close();

  const hanging = await pipeline({ query_timeout: 100 });
  const hung = await hanging.connected();
  const rows = await Promise.all([hanging.ask(0.3, "late"), hanging.ask(0, "behind")]);
  expect(rows.map(({ answer }) => answer)).toEqual(["late", "behind"]);
  expect(rows.map((row) => row.backend)).not.toContain(hung);
  expect(await hanging.connected()).not.toBe(hung);
  await hanging.line.close();
});

test("a lost connection loses no read, and is made again", async () => {
  const { line, ask, connected } = await pipeline();
  const backend = await connected();
  const waiting = ask(0.2, "waiting");
  await db.pool.query("SELECT pg_terminate_backend($1)", [backend]);
  expect((await waiting).answer).toBe("waiting");
  expect(await connected()).not.toBe(backend);
  line.renew();
  expect(await ask(0, "renewed")).toMatchObject({ answer: "renewed" });
  await line.close();
});

test("what was sent is answered before it closes; afterwards the pool has the last word", async () => {
  const { line, ask, connected } = await pipeline();
  const backend = await connected();
  const waiting = ask(0.1, "waiting");
  await line.close();
  expect(await waiting).toEqual({ answer: "waiting", backend });
  expect((await ask(0, "later")).backend).not.toBe(backend);
});

test("without a database it fails as the pool does", async () => {
  const nowhere = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none" });
  const line = openPipeline(() => new pg.Client({ connectionString: "postgres://127.0.0.1:1/none" }), nowhere);
  const refused = await line.query(read([0, ""])).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  await line.close();
  await nowhere.end();
});
