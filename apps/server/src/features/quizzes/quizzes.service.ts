import { randomUUID } from "node:crypto";
import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { QuizAnswer } from "@repasa/contract/quizzes.forms.ts";
import type { FinishedQuiz, ListedQuiz, Quiz, QuizResult, quizEndpoints, SavedQuiz } from "@repasa/contract/quizzes.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import type { QuizRow, StoredQuestion } from "#schema/quizzes.ts";
import { createQuiz } from "./quizzes.creation.ts";
import { applyEffects, type FinishedRow, undoEffects } from "./quizzes.effects.ts";
import { computeResult, judgeAnswers } from "./quizzes.judging.ts";
import { readFolder } from "./quizzes.others.ts";
import {
  deleteQuiz,
  selectOverdueQuizzes,
  selectQuiz,
  selectQuizzes,
  updateAnswer,
  updateFinished,
  updateResult,
} from "./quizzes.queries.ts";
import { toFinishedQuiz, toListedQuiz, toQuiz, toResult, toSavedQuiz } from "./quizzes.shapes.ts";
import { judgeInThread } from "./quizzes.threads.ts";

/** An account has few devices, so that a quiz hardly changes twice while it is judged. */
const MAX_ATTEMPTS = 20;
/** How long a job leaves the effects of a finished quiz to the server that is applying them. */
const EFFECTS_MS = 60_000;

export async function startQuiz(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  form: BodyOf<typeof quizEndpoints.create>,
): Promise<Quiz> {
  return toQuiz(await createQuiz(ctx, owner, moment, form));
}

export async function listQuizzes(ctx: Context, owner: OwnerId, moment: Moment): Promise<ListedQuiz[]> {
  await finishOverdueQuizzes(ctx, owner, moment);
  return (await selectQuizzes(ctx.db, owner)).map(toListedQuiz);
}

/** Finishes the quizzes whose time is over. One that cannot be judged at present stays unfinished, and does not hide the others. */
async function finishOverdueQuizzes(ctx: Context, owner: OwnerId, moment: Moment): Promise<void> {
  for (const id of await selectOverdueQuizzes(ctx.db, owner, moment.now)) {
    try {
      await finish(ctx, owner, moment, id);
    } catch (error) {
      ctx.log.error({ err: error, userId: owner, quizId: id }, "a quiz was not finished");
    }
  }
}

export async function readQuiz(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  id: number,
): Promise<SavedQuiz | FinishedQuiz> {
  const quiz = await requireQuiz(ctx, owner, id);
  if (!hasEnded(quiz, moment)) return toSavedQuiz(quiz);
  return toFinishedQuiz(await finish(ctx, owner, moment, id));
}

export async function answerQuestion(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { id, n }: { id: number; n: number },
  answer: QuizAnswer,
): Promise<void> {
  const quiz = await requireQuiz(ctx, owner, id);
  requireAnswerOf(requireQuestion(quiz, n), answer);
  const isOpen = !hasEnded(quiz, moment);
  const change = { place: n - 1, answer: answer.skipped ? null : answer, now: moment.now };
  if (isOpen && (await updateAnswer(ctx.db, owner, id, change))) return;
  await finish(ctx, owner, moment, id);
  throw new AppError("conflict", "El test ha terminado");
}

export async function finishQuiz(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<QuizResult> {
  return toResult(await finish(ctx, owner, moment, id));
}

/**
 * Ends a quiz with the answers given so far, unless it has ended, and applies its effects. A finish that is repeated or interrupted
 * continues where the last one was.
 */
export async function finish(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<FinishedRow> {
  return retry(async () => {
    const quiz = await requireQuiz(ctx, owner, id);
    if (isFinished(quiz)) {
      await applyEffects(ctx, owner, moment, quiz);
      return quiz;
    }
    const judged = await judgeAnswers(quiz, {
      ask: (task) => judgeInThread(ctx, owner, task),
      readFolder: (folderId) => readFolder(ctx, owner, folderId),
    });
    const finishedAt = quiz.endsAt !== null && quiz.endsAt <= moment.now ? quiz.endsAt : moment.now;
    await updateFinished(ctx.db, owner, id, quiz.answers, {
      finishedAt,
      attentionAt: new Date(moment.now.getTime() + EFFECTS_MS),
      result: computeResult(quiz, judged, {}),
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
): Promise<QuizResult> {
  const place = n - 1;
  return retry(async () => {
    const quiz = await requireQuiz(ctx, owner, id);
    const { kind } = requireQuestion(quiz, n);
    if (!isFinished(quiz)) throw new AppError("conflict", "El test aún no ha terminado");
    if (quiz.result.verdicts[place] !== "wrong") {
      await applyEffects(ctx, owner, moment, quiz);
      return toResult(quiz);
    }
    if (kind !== "type" || quiz.answers[place]?.text === undefined) {
      throw new AppError("conflict", "Solo se puede corregir una respuesta escrita");
    }
    const corrections = { ...quiz.result.corrections, [place]: randomUUID() };
    const verdicts = quiz.result.verdicts.with(place, "right");
    const result = computeResult(quiz, { ...quiz.result, verdicts }, corrections);
    const attentionAt = new Date(moment.now.getTime() + EFFECTS_MS);
    if (!(await updateResult(ctx.db, owner, id, quiz.result, { result, attentionAt }))) return undefined;
    const corrected = { ...quiz, result, attentionAt };
    // Unless other effects may be missing, only the corrected answer has a new one.
    await applyEffects(ctx, owner, moment, corrected, quiz.attentionAt === null ? [place] : undefined);
    return toResult(corrected);
  });
}

/** Deletes a quiz. On the study day on which it ended its effects on schedules are undone. */
export async function removeQuiz(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<void> {
  await retry(async () => {
    const quiz = await requireQuiz(ctx, owner, id);
    if (isFinished(quiz) && momentAt(quiz.finishedAt, moment).today === moment.today) {
      // Effects that another server has not applied yet are in the log then, and stay undone.
      await applyEffects(ctx, owner, moment, quiz);
      await undoEffects(ctx, owner, moment, quiz);
    }
    return (await deleteQuiz(ctx.db, owner, id, quiz.result)) || undefined;
  });
}

async function retry<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new AppError("unavailable", "El test está cambiando a la vez en otro sitio. Inténtalo de nuevo.");
}

async function requireQuiz(ctx: Context, owner: OwnerId, id: number): Promise<QuizRow> {
  const quiz = await selectQuiz(ctx.db, owner, id);
  if (!quiz) throw notFound("El test no existe");
  return quiz;
}

function requireQuestion({ questions }: QuizRow, n: number): StoredQuestion {
  const question = questions[n - 1];
  if (!question) throw notFound("La pregunta no existe");
  return question;
}

/** Throws unless an answer is of the question's kind. `No lo sé` and skipping suit all kinds. */
function requireAnswerOf(
  { kind, options = [] }: StoredQuestion,
  { text, option, recalled, unknown, skipped }: QuizAnswer,
): void {
  if (unknown || skipped) return;
  const field = { type: "text", choose: "option", flip: "recalled" }[kind];
  const given = { type: text, choose: option, flip: recalled }[kind];
  if (given === undefined) refuseAnswer(field, `Esta pregunta se responde con ${field}`);
  if (option !== undefined && option >= options.length) refuseAnswer(field, "La opción no existe");
}

function refuseAnswer(path: string, message: string): never {
  throw new AppError("validation_failed", message, { issues: [{ path, message }] });
}

function isFinished(quiz: QuizRow): quiz is FinishedRow {
  return quiz.finishedAt !== null && quiz.result !== null;
}

function hasEnded({ finishedAt, endsAt }: QuizRow, { now }: Moment): boolean {
  return finishedAt !== null || (endsAt !== null && endsAt <= now);
}
