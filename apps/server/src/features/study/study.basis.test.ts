import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { afterAll, expect, it, vi } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { runs } from "#testing/more-cases.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { readForRating } from "./study.basis.ts";
import { selectRatingRead } from "./study.queries.ts";

const server = await sharedTestApp();
const other = await createTestApp({ beside: server });
afterAll(() => other.close());

/** A student with two folders and a card in each, and a client for each of the two servers. */
async function createStudent() {
  const here = await server.register(`${randomUUID()}@repasa.example`);
  const headers = { cookie: here.cookie() };
  const made: { folder: number; card: number }[] = [];
  for (const name of ["Uno", "Dos"]) {
    const folder = (await here.post<{ id: number }>("/api/folders", { name })).body.id;
    const card = (await here.post<Card>(`/api/folders/${folder}/cards`, { front: name, back: "x" })).body.id;
    made.push({ folder, card });
  }
  const clients = [server.visitor(), other.visitor()];
  return { owner: here.userId as OwnerId, headers, clients, made, exams: [] as number[], rated: [] as string[] };
}

type Student = Awaited<ReturnType<typeof createStudent>>;
type Action = { do: keyof typeof actions; at: number; which: number; value: number };

/** What changes the basis of ratings, each through a server of its own. */
const actions = {
  rate: async ({ headers, made, rated }: Student, client: TestClient, { which, value }: Action) => {
    const card = made[which]?.card;
    const body = {
      difficulty: ["easy", "medium", "hard"][value % 3],
      answerResult: value > 3 ? "incorrect" : "correct",
    };
    const { reviewId } = (await client.post<ReviewResult>(`/api/cards/${card}/review`, body, { headers })).body;
    rated.push(`/api/cards/${card}/reviews/${reviewId}`);
  },
  undo: async ({ headers, rated }: Student, client: TestClient) => {
    const last = rated.pop();
    if (last) await client.delete(last, { headers });
  },
  choose: ({ headers }: Student, client: TestClient, { value }: Action) => {
    const changes = [{ desiredRetention: 0.8 }, { desiredRetention: 0.95 }, { quietDays: [6, 7] }, { dayStartHour: 0 }];
    return client.put("/api/user/preferences", changes[value % changes.length], { headers });
  },
  plan: async ({ headers, made, exams }: Student, client: TestClient, { which, value }: Action) => {
    const date = addDays(server.clock.now().toISOString().slice(0, 10), 2 + value);
    const body = { name: "Final", date, folderIds: [made[which]?.folder] };
    exams.push((await client.post<Exam>("/api/exams", body, { headers })).body.id);
  },
  cancel: async ({ headers, exams }: Student, client: TestClient) => {
    const exam = exams.pop();
    if (exam) await client.delete(`/api/exams/${exam}`, { headers });
  },
  move: ({ headers, made }: Student, client: TestClient, { which, value }: Action) => {
    const body = { cardIds: [made[which]?.card], action: "move", folderId: made[value % 2]?.folder };
    return client.post("/api/cards/batch", body, { headers });
  },
  reset: ({ headers, made }: Student, client: TestClient, { which }: Action) =>
    client.post("/api/cards/batch", { cardIds: [made[which]?.card], action: "reset" }, { headers }),
  wait: async ({ headers }: Student, client: TestClient, { value }: Action) => {
    server.clock.advance(value * 86_400_000);
    await client.get("/api/cards/review", { headers });
  },
};

const action: fc.Arbitrary<Action> = fc.record({
  do: fc.oneof(
    { weight: 3, arbitrary: fc.constant("rate" as const) },
    fc.constantFrom(...(Object.keys(actions) as Action["do"][])),
  ),
  at: fc.nat(1),
  which: fc.nat(1),
  value: fc.nat(5),
});

const act = (student: Student, one: Action) => actions[one.do](student, student.clients[one.at] as TestClient, one);

/** Compares what each server would take for a rating with what the database holds. */
async function expectKnown({ owner, made }: Student): Promise<void> {
  for (const { card } of made) {
    const stored = await selectRatingRead(server.database.pool, owner, card, null);
    for (const { ctx } of [server, other]) expect(await readForRating(ctx, owner, card, null)).toEqual(stored);
  }
}

it("rates by what the database holds, whatever two servers change in turn or at once", async () => {
  const turns = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 10 });
  const property = fc.asyncProperty(turns, async (turns) => {
    const student = await createStudent();
    for (const turn of turns) {
      await Promise.all(turn.map((one) => act(student, one)));
      await expectKnown(student);
    }
  });
  await fc.assert(property, { numRuns: runs(6, 60) });
}, 120_000);

it("reads a card alone once it knows the rest, and everything again after another server has changed it", async () => {
  const student = await createStudent();
  const read = vi.spyOn(server.ctx.statements.reads, "query");
  const rate = async (at: number) => {
    read.mockClear();
    await act(student, { do: "rate", at, which: 0, value: 1 });
    return read.mock.calls.map(([{ name }]) => name).filter((name) => name.startsWith("study"));
  };
  // The first rating also settles the days before.
  await rate(0);
  expect(await rate(0)).toEqual(["study-rated-card"]);
  await act(student, { do: "choose", at: 1, which: 0, value: 0 });
  expect(await rate(0)).toEqual(["study-rated-card", "study-rating-read"]);
  expect(await rate(0)).toEqual(["study-rated-card"]);
  await rate(1);
  expect(await rate(0)).toEqual(["study-rated-card", "study-rating-read"]);
  read.mockRestore();
});
