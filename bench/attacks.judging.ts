import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { ATTACKER, countFailures, STUDENT, watchStudent, writeCall } from "./attack.ts";
import { BenchConnection } from "./http-client.ts";
import { atMost, exactly, printed, type Row } from "./row.ts";
import { insertFolders, insertSession, insertUsers } from "./seed.ts";
import { type BenchServer, measureIdleStrain, withServer } from "./server.ts";
import { sized } from "./size.ts";

const CALM_MS = sized(3_000, 300);

/** A quiz of typed questions in a folder whose other cards have long answers, each of which accepts many texts. */
const QUESTIONS = sized(100, 10);
const LONG_ANSWERS = sized(400, 20);

async function seed(client: pg.Client): Promise<void> {
  await insertUsers(client, 2);
  await insertFolders(client, 1);
  await client.query(`
    INSERT INTO cards (user_id, folder_id, front, back, suspended, created_at, updated_at)
      SELECT 1, 1, 'pregunta ' || n, 'hipertensión arterial', false, '2026-01-01Z'::timestamptz, '2026-01-01Z'::timestamptz
      FROM generate_series(1, ${QUESTIONS}) AS n
    UNION ALL
      SELECT 1, 1, 'larga ' || n, repeat('otra (hiper)tensión arterial; ', 60) || n, true, '2026-01-01Z'::timestamptz, '2026-01-01Z'::timestamptz
      FROM generate_series(1, ${LONG_ANSWERS}) AS n
    UNION ALL
      SELECT 2, 2, 'pregunta ' || n, 'respuesta', false, '2026-01-01Z'::timestamptz, '2026-01-01Z'::timestamptz FROM generate_series(1, 500) AS n`);
  await insertSession(client, 1, ATTACKER);
  await insertSession(client, 2, STUDENT);
  await client.query("VACUUM ANALYZE");
}

/** Starts a quiz, and answers all of its questions almost right, so that they may be another card's answers. */
async function answerTest({ port }: BenchServer): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/tests`, {
    method: "POST",
    headers: { cookie: `repasa=${ATTACKER}`, "x-time-zone": "Europe/Madrid", "content-type": "application/json" },
    body: JSON.stringify({ folderIds: [1], questions: QUESTIONS, kinds: ["type"] }),
  });
  const { id } = (await response.json()) as { id: number };
  const connection = new BenchConnection(port);
  for (let n = 1; n <= QUESTIONS; n++) {
    await connection.request(writeCall("PUT", `/api/tests/${id}/answers/${n}`, { text: "hipertensin arterial" }));
  }
  connection.close();
  return id;
}

/** Finishes a quiz by a call about it, and then another one, whose time is over, by the list of quizzes. */
async function finishTests(server: BenchServer, ids: readonly number[]): Promise<number[]> {
  const connection = new BenchConnection(server.port);
  const finished = await connection.request(writeCall("POST", `/api/tests/${ids[0]}/finish`));
  await withClient(server.connectionString, (client) =>
    client.query("UPDATE tests SET ends_at = started_at WHERE finished_at IS NULL"),
  );
  const listed = await connection.request(writeCall("GET", "/api/tests"));
  connection.close();
  return [finished, listed];
}

/** Measures another student's calls while an account finishes quizzes that are long to judge. */
export function measureJudging(): Promise<Row[]> {
  return withServer(
    async (server) => {
      await watchStudent(server, delay(1_000));
      const ids = [await answerTest(server), await answerTest(server)];
      const calm = await watchStudent(server, delay(CALM_MS));
      await measureIdleStrain(server);
      const start = performance.now();
      const finishing = finishTests(server, ids);
      const took = finishing.then(() => performance.now() - start);
      const during = await watchStudent(server, finishing);
      const statuses = await finishing;
      const { work } = await server.strain();
      const what = `two finishes of ${QUESTIONS} typed answers beside ${LONG_ANSWERS} long ones`;
      return [
        printed(what, `${Math.round(await took)} ms`),
        exactly("finishes that failed", statuses.filter((status) => status !== 200).length, 0),
        printed("another student's worst call before", `${Math.max(...calm.times).toFixed(1)} ms`),
        atMost("another student's worst call meanwhile", Math.max(...during.times), 100, "ms"),
        // On a busy machine a call waits for other processes, too.
        atMost("the longest task of the server's main thread meanwhile", work, 100, "ms of processor time"),
        exactly("their calls that failed", countFailures(during), 0),
      ];
    },
    { environment: { RATE_LIMIT: "on" }, seed },
  );
}
