import { randomUUID } from "node:crypto";
import type { QuizResult } from "@repasa/contract/quizzes.ts";
import { afterAll, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { expectFold } from "#testing/expect-fold.ts";
import {
  ana,
  CAPITALS,
  finishQuiz,
  folderId,
  giveAnswer,
  giveAnswers,
  readQuiz,
  registerBeforeEach,
  startQuiz,
} from "#testing/quizzes-world.ts";
import { createTestApp, sharedTestApp } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { applyEffects, type FinishedRow } from "./quizzes.effects.ts";
import { selectQuiz, updateResult } from "./quizzes.queries.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });
const second = await createTestApp({ beside: app });
afterAll(() => second.close());
registerBeforeEach(app, "2026-03-10T12:00:00Z");

/** Calls another server as the same student. */
async function callSecond<T>(method: "PUT" | "POST" | "DELETE" | "GET", url: string, payload?: object) {
  const response = await second.app.inject({
    method,
    url,
    headers: { cookie: ana.cookie() },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: (response.body === "" ? null : response.json()) as T };
}

const countReviews = async () =>
  (
    await app.database.pool.query(
      "select count(*)::int as all, count(*) filter (where undone_at is null)::int as standing from reviews where user_id = $1",
      [ana.userId],
    )
  ).rows[0] as { all: number; standing: number };

it("finishes once for simultaneous finishes on two servers", async () => {
  const quiz = await startQuiz(ana, { folderIds: [folderId] });
  await giveAnswers(ana, quiz, ({ prompt }) => ({ text: CAPITALS[prompt] as string }));
  const finishes = await Promise.all([
    ...[1, 2, 3].map(() => ana.post<QuizResult>(`/api/tests/${quiz.id}/finish`)),
    ...[1, 2, 3].map(() => callSecond<QuizResult>("POST", `/api/tests/${quiz.id}/finish`)),
  ]);
  for (const { status, body } of finishes) expect([status, body]).toEqual([200, finishes[0]?.body]);
  expect(finishes[0]?.body).toMatchObject({ right: 8, of: 8 });
  expect(await countReviews()).toEqual({ all: 8, standing: 8 });
  await expectFold(app.database.pool, ana.userId);
});

it("judges exactly the answers that were accepted while it was finished", async () => {
  for (let run = 0; run < 5; run++) {
    const quiz = await startQuiz(ana, { folderIds: [folderId] });
    const puts = quiz.questions.map(({ n, prompt }, place) => {
      const [url, body] = [`/api/tests/${quiz.id}/answers/${n}`, { text: CAPITALS[prompt] as string }];
      return place % 2 === 0 ? ana.put(url, body) : callSecond("PUT", url, body);
    });
    const [finished, ...answered] = await Promise.all([finishQuiz(ana, quiz), ...puts]);
    for (const [place, { given, right }] of finished.questions.entries()) {
      expect(answered[place]?.status).toBe(given === null ? 409 : 204);
      expect(right).toBe(given !== null);
    }
    expect(await finishQuiz(ana, quiz)).toEqual(finished);
  }
});

it("keeps all answers that are given at once", async () => {
  const quiz = await startQuiz(ana, { folderIds: [folderId] });
  await Promise.all(quiz.questions.map(({ n }) => giveAnswer(ana, quiz, n, { text: `respuesta ${n}` })));
  const { questions } = await readQuiz(ana, quiz);
  expect(questions.map(({ given }) => given)).toEqual(questions.map(({ n }) => `respuesta ${n}`));
});

it("leaves no effect behind if a quiz is deleted while it is finished or corrected", async () => {
  for (let run = 0; run < 4; run++) {
    const quiz = await startQuiz(ana, { folderIds: [folderId] });
    await giveAnswers(ana, quiz, () => ({ text: "no sé" }));
    if (run % 2 === 1) await finishQuiz(ana, quiz);
    const [removed] = await Promise.all([
      ana.delete(`/api/tests/${quiz.id}`),
      callSecond("POST", `/api/tests/${quiz.id}/finish`),
      callSecond("POST", `/api/tests/${quiz.id}/answers/1/correct`),
      callSecond("POST", `/api/tests/${quiz.id}/answers/2/correct`),
    ]);
    expect(removed.status).toBe(204);
    expect(await ana.get(`/api/tests/${quiz.id}`)).toMatchObject({ status: 404 });
    expect((await countReviews()).standing).toBe(0);
  }
  await expectFold(app.database.pool, ana.userId);
});

it("leaves no effect behind of a correction that is applied after one of the same millisecond and a deletion", async () => {
  const quiz = await startQuiz(ana, { folderIds: [folderId] });
  await giveAnswers(ana, quiz, () => ({ text: "no sé" }));
  await finishQuiz(ana, quiz);
  const { id } = quiz;
  const ctx = testContext(app.database, { clock: app.clock });
  const owner = ana.userId as OwnerId;
  const now = app.clock.now();
  const moment = momentAt(now, { timeZone: "UTC", dayStartHour: 4 });
  const storeCorrection = async (place: number) => {
    const { result } = (await selectQuiz(ctx.db, owner, id)) as FinishedRow;
    const corrected = { ...result, corrections: { ...result.corrections, [place]: randomUUID() } };
    await updateResult(ctx.db, owner, id, result, { result: corrected, attentionAt: now });
    return (await selectQuiz(ctx.db, owner, id)) as FinishedRow;
  };
  const [first, second] = [await storeCorrection(0), await storeCorrection(1)];
  await applyEffects(ctx, owner, moment, first, [0]);
  expect((await ana.delete(`/api/tests/${id}`)).status).toBe(204);
  await applyEffects(ctx, owner, moment, second, [1]);
  expect((await countReviews()).standing).toBe(0);
});

it("completes the effects of a server that ended in the middle of a finish", async () => {
  const quiz = await startQuiz(ana, { folderIds: [folderId] });
  await giveAnswers(ana, quiz, ({ prompt }) => ({ text: CAPITALS[prompt] as string }));
  const result = await finishQuiz(ana, quiz);
  const { pool } = app.database;
  // As if the server had ended after the third of eight ratings.
  const later = "(select id from reviews where user_id = $1 order by id offset 3)";
  const cards = `(select card_id from reviews where user_id = $1 and id in ${later})`;
  await pool.query(
    `update cards set difficulty = 'new', review_count = 0, last_reviewed_at = null, last_review_date = null,
      next_review_at = null, next_review_date = null, "interval" = 2, stability = null, memory_difficulty = null
    where user_id = $1 and id in ${cards}`,
    [ana.userId],
  );
  await pool.query(`delete from reviews where user_id = $1 and id in ${later}`, [ana.userId]);
  await pool.query("update tests set attention_at = $2 where id = $1", [quiz.id, app.clock.now()]);
  app.clock.advance(60_000);
  await app.runHandler("quizzes", "attend");
  expect(await countReviews()).toEqual({ all: 8, standing: 8 });
  const { rows } = await pool.query(
    "select reviewed_at = $2 as same, count(*)::int from reviews where user_id = $1 group by 1",
    [ana.userId, new Date("2026-03-10T12:00:00Z")],
  );
  expect(rows).toEqual([{ same: true, count: 8 }]);
  expect(await finishQuiz(ana, quiz)).toEqual(result);
});
