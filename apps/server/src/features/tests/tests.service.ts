import { randomUUID } from "node:crypto";
import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { TestAnswer } from "@repasa/contract/tests.forms.ts";
import type { FinishedTest, ListedTest, SavedTest, Test, TestResult, testEndpoints } from "@repasa/contract/tests.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import type { StoredQuestion, TestRow } from "#schema/tests.ts";
import { createTest } from "./tests.creation.ts";
import { applyEffects, type FinishedRow, undoEffects } from "./tests.effects.ts";
import { computeResult, judgeAnswers, listWrongChoices } from "./tests.judging.ts";
import { readFolder } from "./tests.others.ts";
import {
  deleteTest,
  selectOverdueTests,
  selectTest,
  selectTests,
  updateAnswer,
  updateFinished,
  updateResult,
} from "./tests.queries.ts";
import { toFinishedTest, toListedTest, toResult, toSavedTest, toTest } from "./tests.shapes.ts";
import { judgeInThread } from "./tests.threads.ts";

/** An account has few devices, so that a test hardly changes twice while it is judged. */
const MAX_ATTEMPTS = 20;
/** How long a job leaves the effects of a finished test to the server that is applying them. */
const EFFECTS_MS = 60_000;

export async function startTest(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  form: BodyOf<typeof testEndpoints.create>,
): Promise<Test> {
  return toTest(await createTest(ctx, owner, moment, form));
}

export async function listTests(ctx: Context, owner: OwnerId, moment: Moment): Promise<ListedTest[]> {
  await finishOverdueTests(ctx, owner, moment);
  return (await selectTests(ctx.db, owner)).map(toListedTest);
}

/** Finishes the tests whose time is over. One that cannot be judged at present stays unfinished, and does not hide the others. */
async function finishOverdueTests(ctx: Context, owner: OwnerId, moment: Moment): Promise<void> {
  for (const id of await selectOverdueTests(ctx.db, owner, moment.now)) {
    try {
      await finish(ctx, owner, moment, id);
    } catch (error) {
      ctx.log.error({ err: error, userId: owner, testId: id }, "a test was not finished");
    }
  }
}

export async function readTest(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  id: number,
): Promise<SavedTest | FinishedTest> {
  const test = await requireTest(ctx, owner, id);
  if (!hasEnded(test, moment)) return toSavedTest(test);
  return toFinishedTest(await finish(ctx, owner, moment, id));
}

export async function answerQuestion(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { id, n }: { id: number; n: number },
  answer: TestAnswer,
): Promise<void> {
  const test = await requireTest(ctx, owner, id);
  requireAnswerOf(requireQuestion(test, n), answer);
  const isOpen = !hasEnded(test, moment);
  const change = { place: n - 1, answer: answer.skipped ? null : answer, now: moment.now };
  if (isOpen && (await updateAnswer(ctx.db, owner, id, change))) return;
  await finish(ctx, owner, moment, id);
  throw new AppError("conflict", "El test ha terminado");
}

export async function finishTest(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<TestResult> {
  return toResult(await finish(ctx, owner, moment, id));
}

/**
 * Ends a test with the answers given so far, unless it has ended, and applies its effects. A finish that is repeated or interrupted
 * continues where the last one was.
 */
export async function finish(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<FinishedRow> {
  return retry(async () => {
    const test = await requireTest(ctx, owner, id);
    if (isFinished(test)) {
      await applyEffects(ctx, owner, moment, test);
      return test;
    }
    const verdicts = await judgeAnswers(test, {
      ask: (task) => judgeInThread(ctx, owner, task),
      readFolder: (folderId) => readFolder(ctx, owner, folderId),
    });
    const finishedAt = test.endsAt !== null && test.endsAt <= moment.now ? test.endsAt : moment.now;
    await updateFinished(ctx.db, owner, id, test.answers, {
      finishedAt,
      attentionAt: new Date(moment.now.getTime() + EFFECTS_MS),
      result: computeResult(test, verdicts, {}),
      wrongChoices: listWrongChoices(test, verdicts),
    });
    // The next attempt applies the effects, or judges again if an answer or another finish came first.
    return undefined;
  });
}

/** Turns a wrong typed answer into a right one. Another verdict stays as it is. */
export async function correctAnswer(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { id, n }: { id: number; n: number },
): Promise<TestResult> {
  const place = n - 1;
  return retry(async () => {
    const test = await requireTest(ctx, owner, id);
    const { kind } = requireQuestion(test, n);
    if (!isFinished(test)) throw new AppError("conflict", "El test aún no ha terminado");
    if (test.result.verdicts[place] !== "wrong") {
      await applyEffects(ctx, owner, moment, test);
      return toResult(test);
    }
    if (kind !== "type" || test.answers[place] === undefined) {
      throw new AppError("conflict", "Solo se puede corregir una respuesta escrita");
    }
    const corrections = { ...test.result.corrections, [place]: randomUUID() };
    const result = computeResult(test, test.result.verdicts.with(place, "right"), corrections);
    const attentionAt = new Date(moment.now.getTime() + EFFECTS_MS);
    if (!(await updateResult(ctx.db, owner, id, test.result, { result, attentionAt }))) return undefined;
    const corrected = { ...test, result, attentionAt };
    // Unless other effects may be missing, only the corrected answer has a new one.
    await applyEffects(ctx, owner, moment, corrected, test.attentionAt === null ? [place] : undefined);
    return toResult(corrected);
  });
}

/** Deletes a test. On the study day on which it ended its effects on schedules are undone. */
export async function removeTest(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<void> {
  await retry(async () => {
    const test = await requireTest(ctx, owner, id);
    if (isFinished(test) && momentAt(test.finishedAt, moment).today === moment.today) {
      // Effects that another server has not applied yet are in the log then, and stay undone.
      await applyEffects(ctx, owner, moment, test);
      await undoEffects(ctx, owner, moment, test);
    }
    return (await deleteTest(ctx.db, owner, id, test.result)) || undefined;
  });
}

async function retry<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new AppError("unavailable", "El test está cambiando a la vez en otro sitio. Inténtalo de nuevo.");
}

async function requireTest(ctx: Context, owner: OwnerId, id: number): Promise<TestRow> {
  const test = await selectTest(ctx.db, owner, id);
  if (!test) throw notFound("El test no existe");
  return test;
}

function requireQuestion({ questions }: TestRow, n: number): StoredQuestion {
  const question = questions[n - 1];
  if (!question) throw notFound("La pregunta no existe");
  return question;
}

/** Throws unless an answer is of the question's kind. A question of any kind can be skipped. */
function requireAnswerOf(
  { kind, options = [] }: StoredQuestion,
  { text, option, recalled, skipped }: TestAnswer,
): void {
  if (skipped) return;
  const field = { type: "text", choose: "option", flip: "recalled" }[kind];
  const given = { type: text, choose: option, flip: recalled }[kind];
  if (given === undefined) refuseAnswer(field, `Esta pregunta se responde con ${field}`);
  if (option !== undefined && option >= options.length) refuseAnswer(field, "La opción no existe");
}

function refuseAnswer(path: string, message: string): never {
  throw new AppError("validation_failed", message, { issues: [{ path, message }] });
}

function isFinished(test: TestRow): test is FinishedRow {
  return test.finishedAt !== null && test.result !== null;
}

function hasEnded({ finishedAt, endsAt }: TestRow, { now }: Moment): boolean {
  return finishedAt !== null || (endsAt !== null && endsAt <= now);
}
