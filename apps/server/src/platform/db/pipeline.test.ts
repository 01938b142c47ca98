import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#testing/test-database.ts";
import { isDatabaseUnavailable } from "./database-errors.ts";
import { openPipeline } from "./pipeline.ts";
import type { Statement } from "./prepared.ts";

const { connectionString, db, drop } = await createTestDatabase({ maxConnections: 2 });
afterAll(drop);

const createStatement = (values: [seconds: number, answer: string]): Statement => ({
  name: "test-read",
  text: "SELECT $2::text AS answer, pg_backend_pid() AS backend FROM pg_sleep($1)",
  values,
});
type Row = { answer: string; backend: number };

async function openTestPipeline(limits: pg.ClientConfig = {}) {
  const pipeline = openPipeline(() => new pg.Client({ connectionString, pipeline: true, ...limits }), db.pool);
  const runRead = async (seconds: number, answer: string) =>
    (await pipeline.query<Row>(createStatement([seconds, answer]))).rows[0] as Row;
  const pooled = new Set<number>();
  const waitUntilConnected = async (): Promise<number> => {
    // Reads run on the pool until the pipeline is connected.
    for (;;) {
      const { backend } = await runRead(0, "");
      const { rows } = await db.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      if (!pooled.add(rows[0]?.pid ?? 0).has(backend)) return backend;
    }
  };
  return { pipeline, runRead, waitUntilConnected };
}

test("many reads share one connection, and each gets its own answer", async () => {
  const { pipeline, runRead, waitUntilConnected } = await openTestPipeline();
  const backend = await waitUntilConnected();
  const answers = Array.from({ length: 50 }, (_, number) => String(number));
  const rows = await Promise.all(answers.map((answer) => runRead(0, answer)));
  expect(rows).toEqual(answers.map((answer) => ({ answer, backend })));
  await pipeline.close();
});

test("the pool runs a read that is too slow, and the reads behind one that hangs", async () => {
  const slow = await openTestPipeline({ statement_timeout: 250 });
  const backend = await slow.waitUntilConnected();
  const [late, behind] = await Promise.all([slow.runRead(0.6, "late"), slow.runRead(0, "behind")]);
  expect(late?.backend).not.toBe(backend);
  expect(behind).toEqual({ answer: "behind", backend });
  await slow.pipeline.close();

  const hanging = await openTestPipeline({ query_timeout: 100 });
  const hung = await hanging.waitUntilConnected();
  const rows = await Promise.all([hanging.runRead(0.3, "late"), hanging.runRead(0, "behind")]);
  expect(rows.map(({ answer }) => answer)).toEqual(["late", "behind"]);
  expect(rows.map((row) => row.backend)).not.toContain(hung);
  expect(await hanging.waitUntilConnected()).not.toBe(hung);
  await hanging.pipeline.close();
});

test("no read is lost with a connection, which is opened again", async () => {
  const { pipeline, runRead, waitUntilConnected } = await openTestPipeline();
  const backend = await waitUntilConnected();
  const waiting = runRead(0.2, "waiting");
  await db.pool.query("SELECT pg_terminate_backend($1)", [backend]);
  expect((await waiting).answer).toBe("waiting");
  expect(await waitUntilConnected()).not.toBe(backend);
  pipeline.renew();
  expect(await runRead(0, "renewed")).toMatchObject({ answer: "renewed" });
  await pipeline.close();
});

test("reads that were sent are answered before it closes, and later ones run on the pool", async () => {
  const { pipeline, runRead, waitUntilConnected } = await openTestPipeline();
  const backend = await waitUntilConnected();
  const waiting = runRead(0.1, "waiting");
  await pipeline.close();
  expect(await waiting).toEqual({ answer: "waiting", backend });
  expect((await runRead(0, "later")).backend).not.toBe(backend);
});

test("without a database it fails as the pool does", async () => {
  const nowhere = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none" });
  const pipeline = openPipeline(() => new pg.Client({ connectionString: "postgres://127.0.0.1:1/none" }), nowhere);
  const refused = await pipeline.query(createStatement([0, ""])).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  await pipeline.close();
  await nowhere.end();
});
