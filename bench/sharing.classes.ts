import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { measureBuffers } from "./buffers.ts";
import { callServer } from "./calls.ts";
import { atMost, type Row } from "./row.ts";
import { insertSession, insertUsers } from "./seed.ts";
import { type BenchServer, withServer } from "./server.ts";
import { readSize } from "./size.ts";

const STUDENTS = readSize("CLASS_STUDENTS", 199, 10);
const CARDS = 40;
const READS = 100;
const TEACHER = 1;
const GOAL_SECONDS = 30;

/** Measures an assignment of a full class, which has the teacher as its first member: what it brings, its figures, its page. */
export function measureClasses(): Promise<Row[]> {
  return withServer(
    (server) =>
      withClient(server.connectionString, async (client) => {
        const { classId, folderId } = await createClass(server, client);
        const begun = performance.now();
        const body = { name: "Tema 1", folderIds: [folderId], date: addDays(20) };
        const { id } = await call(server, "POST", `/api/classes/${classId}/assignments`, body);
        await waitUntil(client, "SELECT count(*) = $1 AS done FROM assigned_exams WHERE exam_id IS NOT NULL", [
          STUDENTS,
        ]);
        const assigned = performance.now() - begun;
        await rateCards(client);
        const page = `/api/classes/${classId}/assignments/${id}`;
        const asked = performance.now();
        await call(server, "GET", page);
        await waitUntil(client, "SELECT as_of IS NOT NULL AS done FROM assignments WHERE id = $1", [id]);
        const measured = performance.now() - asked;
        const figures = await call(server, "GET", page);
        if (figures.class?.began !== STUDENTS)
          throw new Error(`the figures are wrong: ${JSON.stringify(figures.class)}`);
        const buffers = await measureBuffers(client, () => call(server, "GET", page), { calls: READS });
        return [
          atMost(`an assignment to ${STUDENTS} students`, assigned / 1000, GOAL_SECONDS, "s", 1),
          atMost(`its first figures, ${CARDS} cards a student`, measured / 1000, GOAL_SECONDS, "s", 1),
          atMost("its page, with the session", buffers, 2 * (STUDENTS + 1) + 300, "buffers"),
        ];
      }),
    { seed: seedUsers },
  );
}

async function seedUsers(client: pg.ClientBase): Promise<void> {
  await insertUsers(client, STUDENTS + 1);
  await client.query("UPDATE users SET is_email_verified = true");
  await insertSession(client, TEACHER, "secret");
}

async function createClass(server: BenchServer, client: pg.ClientBase) {
  const { id: classId } = await call(server, "POST", "/api/classes", { name: "Historia" });
  const { id: folderId } = await call(server, "POST", "/api/folders", { name: "Roma" });
  for (let n = 0; n < CARDS; n++) {
    await call(server, "POST", `/api/folders/${folderId}/cards`, { front: `¿Qué pasó en el año ${n}?`, back: "Nada" });
  }
  await client.query(
    `INSERT INTO class_members (user_id, class_id, account_id, name, shares_progress, created_at)
     SELECT $1, $2, id, 'Alumna ' || id, id % 2 = 0, '2026-01-01Z' FROM users WHERE id <> $1`,
    [TEACHER, classId],
  );
  await client.query(
    "INSERT INTO memberships (user_id, class_id, teacher_id) SELECT id, $2, $1 FROM users WHERE id <> $1",
    [TEACHER, classId],
  );
  return { classId, folderId };
}

/** Gives half of each student's cards the state after a review of yesterday. */
async function rateCards(client: pg.ClientBase): Promise<void> {
  await client.query(
    `UPDATE cards SET difficulty = 'medium', review_count = 1, stability = 3, memory_difficulty = 5,
       last_reviewed_at = now() - interval '1 day', last_review_date = current_date - 1,
       next_review_at = now() + interval '2 days', next_review_date = current_date + 2
     WHERE user_id <> $1 AND id % 2 = 0`,
    [TEACHER],
  );
}

const call = (server: BenchServer, method: string, path: string, body?: object) =>
  callServer(server, "secret", method, path, body);

async function waitUntil(client: pg.ClientBase, query: string, values: unknown[]): Promise<void> {
  const giveUpAt = performance.now() + 300_000;
  while (performance.now() < giveUpAt) {
    const { rows } = await client.query<{ done: boolean }>(query, values);
    if (rows[0]?.done) return;
    await delay(100);
  }
  throw new Error(`never happened: ${query}`);
}

function addDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
