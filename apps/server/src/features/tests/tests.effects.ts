import type { TestVerdict } from "@repasa/contract/tests.ts";
import type { Context } from "#context.ts";
import { findShares } from "#features/schedule/schedule.service.ts";
import { rateCard, undoReview } from "#features/study/study.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import type { StoredResult, TestRow } from "#schema/tests.ts";
import { selectWaitingNewCards, updateAttention } from "./tests.queries.ts";

// A finished test rates its cards under ids that its questions have had from the beginning. So each step below can be repeated, by
// another server too, and whatever was undone stays undone.

export type FinishedRow = TestRow & { finishedAt: Date; result: StoredResult };

const RATINGS = {
  right: { difficulty: "medium", answerResult: "correct" },
  accent: { difficulty: "medium", answerResult: "correct" },
  close: { difficulty: "hard", answerResult: "correct" },
  wrong: { difficulty: "hard", answerResult: "incorrect" },
} as const;

/**
 * Rates the cards of all answers, or of some, as of the end of the test.
 *
 * @param places The places of the questions; by default all with an answer.
 */
export async function applyEffects(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  test: FinishedRow,
  places: readonly number[] = listAnswered(test),
): Promise<void> {
  if (test.attentionAt === null) return;
  const waiting = await findWaitingNewCards(ctx, owner, momentAt(test.finishedAt, moment), test, places);
  for (const place of places) {
    const { cardId, reviewId } = questionAt(test, place);
    const rate = (id: string, verdict: TestVerdict) =>
      rateAnswer(ctx, owner, moment, test, { place, reviewId: id, verdict, isPractice: waiting.has(cardId) });
    const corrected = test.result.corrections[place];
    if (corrected === undefined) {
      await rate(reviewId, test.result.verdicts[place] as TestVerdict);
      continue;
    }
    // The log has the wrong answer before it is undone, so that a server that has not seen the correction cannot rate it later.
    await rate(reviewId, "wrong");
    // If the card was reviewed since, that review has decided already.
    if (await undo(ctx, owner, moment, cardId, reviewId)) await rate(corrected, "right");
  }
  await updateAttention(ctx.db, owner, test.id, { attentionAt: test.attentionAt, result: test.result }, null);
}

/** Undoes what `applyEffects` has done, except where the card was reviewed since. */
export async function undoEffects(ctx: Context, owner: OwnerId, moment: Moment, test: FinishedRow): Promise<void> {
  for (const place of listAnswered(test).reverse()) {
    const { cardId, reviewId } = questionAt(test, place);
    const corrected = test.result.corrections[place];
    if (corrected !== undefined) await undo(ctx, owner, moment, cardId, corrected);
    await undo(ctx, owner, moment, cardId, reviewId);
  }
}

type RatedAnswer = { place: number; reviewId: string; verdict: TestVerdict; isPractice: boolean };

async function rateAnswer(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  test: FinishedRow,
  { place, reviewId, verdict, isPractice }: RatedAnswer,
): Promise<void> {
  const { cardId, kind } = questionAt(test, place);
  const waitedMs = moment.now.getTime() - test.finishedAt.getTime();
  const mode = kind === "flip" ? "test" : kind;
  const rating = { ...RATINGS[verdict], reviewId, mode, waitedMs } as const;
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
function listAnswered({ questions, answers }: TestRow): number[] {
  return [...questions.keys()].filter((place) => answers[place] !== undefined);
}

function questionAt({ questions }: TestRow, place: number) {
  return questions[place] as TestRow["questions"][number];
}

/** New cards beyond the day's share are not pending: an answer to one of them must not begin it. */
async function findWaitingNewCards(
  ctx: Context,
  owner: OwnerId,
  end: Moment,
  test: TestRow,
  answered: readonly number[],
): Promise<Set<number>> {
  const ids = answered.map((place) => questionAt(test, place).cardId);
  if (ids.length === 0) return new Set();
  return new Set(await selectWaitingNewCards(ctx.db, owner, ids, await findShares(ctx, owner, end)));
}
