import type { QuizVerdict } from "@repasa/contract/quizzes.ts";
import type { Context } from "#context.ts";
import { findShares } from "#features/schedule/schedule.service.ts";
import { rateCard, undoReview } from "#features/study/study.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import type { QuizRow, StoredResult } from "#schema/quizzes.ts";
import { selectWaitingNewCards, updateAttention } from "./quizzes.queries.ts";

// A finished quiz rates its cards under ids that its questions have had from the beginning. So each step below can be repeated, by
// another server too, and whatever was undone stays undone.

export type FinishedRow = QuizRow & { finishedAt: Date; result: StoredResult };

const RATINGS = {
  right: { difficulty: "medium", answerResult: "correct" },
  accent: { difficulty: "medium", answerResult: "correct" },
  close: { difficulty: "hard", answerResult: "correct" },
  wrong: { difficulty: "hard", answerResult: "incorrect" },
} as const;

/**
 * Rates the cards of all answers, or of some, as of the end of the quiz.
 *
 * @param places The places of the questions; by default all with an answer.
 */
export async function applyEffects(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  quiz: FinishedRow,
  places: readonly number[] = listAnswered(quiz),
): Promise<void> {
  if (quiz.attentionAt === null) return;
  const waiting = await findWaitingNewCards(ctx, owner, momentAt(quiz.finishedAt, moment), quiz, places);
  for (const place of places) {
    const { cardId, reviewId } = questionAt(quiz, place);
    const rate = (id: string, verdict: QuizVerdict) =>
      rateAnswer(ctx, owner, moment, quiz, { place, reviewId: id, verdict, isPractice: waiting.has(cardId) });
    const corrected = quiz.result.corrections[place];
    if (corrected === undefined) {
      await rate(reviewId, quiz.result.verdicts[place] as QuizVerdict);
      continue;
    }
    // Rated before it is undone: a server that has not seen the correction finds the rating in the log, and does not give it again.
    await rate(reviewId, "wrong");
    // If the card was reviewed since, that review has decided already.
    if (await undo(ctx, owner, moment, cardId, reviewId)) await rate(corrected, "right");
  }
  await updateAttention(ctx.db, owner, quiz.id, { attentionAt: quiz.attentionAt, result: quiz.result }, null);
}

/** Undoes what `applyEffects` has done, except where the card was reviewed since. */
export async function undoEffects(ctx: Context, owner: OwnerId, moment: Moment, quiz: FinishedRow): Promise<void> {
  for (const place of listAnswered(quiz).reverse()) {
    const { cardId, reviewId } = questionAt(quiz, place);
    const corrected = quiz.result.corrections[place];
    if (corrected !== undefined) await undo(ctx, owner, moment, cardId, corrected);
    await undo(ctx, owner, moment, cardId, reviewId);
  }
}

type RatedAnswer = { place: number; reviewId: string; verdict: QuizVerdict; isPractice: boolean };

async function rateAnswer(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  quiz: FinishedRow,
  { place, reviewId, verdict, isPractice }: RatedAnswer,
): Promise<void> {
  const { cardId, kind, optionCards } = questionAt(quiz, place);
  // With `No lo sé` no option was chosen, so that it is a rating, as in any other question.
  const option = quiz.answers[place]?.option;
  const waitedMs = moment.now.getTime() - quiz.finishedAt.getTime();
  const mode = kind === "type" ? "type" : option !== undefined ? "choose" : "test";
  const confusedWith = option === undefined ? quiz.result.confused?.[place] : optionCards?.[option];
  const rating = { ...RATINGS[verdict], reviewId, mode, waitedMs, confusedWith } as const;
  await ignoreGone(() => rateCard(ctx, owner, moment, cardId, rating, isPractice ? "practice" : "test"));
}

function undo(ctx: Context, owner: OwnerId, moment: Moment, cardId: number, reviewId: string): Promise<boolean> {
  return ignoreGone(() => undoReview(ctx, owner, moment, cardId, reviewId));
}

/** Returns false if the card or the review is gone, or if the card was reviewed since. */
async function ignoreGone(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "conflict")) return false;
    throw error;
  }
}

/** Lists the places of the questions that were answered. */
function listAnswered({ questions, answers }: QuizRow): number[] {
  return [...questions.keys()].filter((place) => answers[place] !== undefined);
}

function questionAt({ questions }: QuizRow, place: number) {
  return questions[place] as QuizRow["questions"][number];
}

/** New cards beyond the day's share are not pending: an answer to one of them must not begin it. */
async function findWaitingNewCards(
  ctx: Context,
  owner: OwnerId,
  end: Moment,
  quiz: QuizRow,
  answered: readonly number[],
): Promise<Set<number>> {
  const ids = answered.map((place) => questionAt(quiz, place).cardId);
  if (ids.length === 0) return new Set();
  return new Set(await selectWaitingNewCards(ctx.db, owner, ids, await findShares(ctx, owner, end)));
}
