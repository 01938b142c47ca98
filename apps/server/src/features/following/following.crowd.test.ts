import { createHash, randomUUID } from "node:crypto";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Pull } from "@repasa/contract/following.rows.ts";
import { expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { createFolder } from "#testing/card-calls.ts";
import { assign, createClass } from "#testing/class-calls.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { runs } from "#testing/more-cases.ts";
import { withRivalTransaction } from "#testing/rival-transaction.ts";
import { addCard, editCard } from "#testing/sharing-world.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const STUDENTS = runs(30, 199);
// Whoever finds no connection is refused.
const app = await sharedTestApp({ maxConnections: 8, connectionTimeoutMs: 10_000 });
const { pool } = app.database;

/** Adds students to a class, and returns for each how to call as she does. */
async function addStudents(teacher: number, classId: number) {
  const { rows } = await pool.query<{ id: OwnerId }>(
    `insert into users (email, password_hash, created_at, updated_at)
      select 'clase' || n || '@repasa.example', '-', $1, $1 from generate_series(1, $2::int) as n returning id`,
    [app.clock.now(), STUDENTS],
  );
  return Promise.all(
    rows.map(async ({ id: student }) => {
      const token = randomUUID();
      const at = app.clock.now().toISOString();
      await pool.query("insert into sessions (sid, user_id, sess, expire) values ($1, $2, $3, '2027-01-01')", [
        createHash("sha256").update(token).digest("hex"),
        student,
        { id: randomUUID(), userAgent: null, createdAt: at, lastSeenAt: at },
      ]);
      await pool.query(
        `insert into class_members (user_id, class_id, account_id, name, shares_progress, created_at)
          values ($1, $2, $3, 'Alumna', false, $4)`,
        [teacher, classId, student, at],
      );
      await pool.query("insert into memberships (user_id, class_id, teacher_id) values ($1, $2, $3)", [
        student,
        classId,
        teacher,
      ]);
      const options = { headers: { cookie: `repasa=${token}` } };
      return {
        student,
        get: <T>(path: string) => app.visitor().get<T>(path, options),
        post: <T>(path: string) => app.visitor().post<T>(path, {}, options),
      };
    }),
  );
}

it("A class that pulls at once gets what its teacher has changed, and leaves the server to others", async () => {
  const ana = await app.registerConfirmed();
  const taught = await createClass(ana);
  const shared = await createFolder(ana, { name: "Roma" });
  const first = await addCard(ana, shared.id, { front: "una" });
  const gone = await addCard(ana, shared.id, { front: "otra" });
  const students = await addStudents(ana.userId, taught.id);
  await assign(ana, taught, { folderIds: [shared.id] });
  await app.runJobs("classes.assign");
  await editCard(ana, first, { back: "nueva" });
  await ana.delete(`/api/cards/${gone.id}`);
  await addCard(ana, shared.id, { front: "tercera" });
  const folderOf = new Map<OwnerId, number>();
  for (const { student, get } of students) {
    const [folder] = (await get<Folder[]>("/api/folders")).body as [Folder];
    folderOf.set(student, folder.id);
  }
  const pulls = await withHeldFollowers(ana.userId, async (release) => {
    const pulling = students.map(({ student, post }) => post<Pull>(`/api/folders/${folderOf.get(student)}/pull`));
    await waitForBlockedSessions(pool);
    for (let n = 0; n < 5; n++) expect((await ana.get("/api/folders")).status).toBe(200);
    await release();
    return Promise.all(pulling);
  });
  for (const { status, body } of pulls) {
    expect([status, body]).toMatchObject([200, { added: 1, changed: 1, kept: 0, suspended: 1 }]);
  }
  expect(new Set(pulls.map(({ body }) => body.batchId)).size).toBe(STUDENTS);
  const { rows } = await pool.query(
    "select count(*)::int as n, count(*) filter (where suspended)::int as s from cards where user_id <> $1",
    [ana.userId],
  );
  expect(rows).toEqual([{ n: 3 * STUDENTS, s: STUDENTS }]);
});

/** Holds up all pulls from an author at their last step. */
async function withHeldFollowers<T>(author: number, task: (release: () => Promise<unknown>) => Promise<T>): Promise<T> {
  let result: T | undefined;
  await withRivalTransaction(app.connectionString, async (rival) => {
    await rival.query("select 1 from followers where user_id = $1 for update", [author]);
    result = await task(() => rival.query("rollback"));
  });
  return result as T;
}
