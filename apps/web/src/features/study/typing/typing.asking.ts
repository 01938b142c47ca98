import { listAnswers } from "@repasa/answers/card-answers.ts";
import { type AnswerMode, isTyped } from "@repasa/answers/short-answers.ts";
import type { StudyCard } from "#features/study/study.state.ts";

/**
 * How a card is asked.
 *
 * - `isTyped`: false if it is turned over.
 * - `isOnLadder`: true if Enter in an empty field takes a hint, because the card would hardly be recalled without one.
 */
export type Asked = { readonly isTyped: boolean; readonly isOnLadder: boolean };

/** Below this recall, cues that diminish teach more than failing (Fiechter and Benjamin 2018). */
const HARDLY_RECALLED = 0.6;

/**
 * Decides how a card is asked.
 *
 * @param answerMode How its folder asks.
 * @param typing True if the student has chosen to type in this session, false to turn over; undefined while the folder decides.
 */
export function askCard(card: StudyCard, answerMode: AnswerMode, typing: boolean | undefined): Asked {
  if (typing === false) return { isTyped: false, isOnLadder: false };
  const answers = listAnswers(card);
  const isOnLadder = answerMode === "adapt" && isHardlyKnown(card) && isTyped(answerMode, answers);
  return { isTyped: isOnLadder || isTyped(typing ? "type" : answerMode, answers), isOnLadder };
}

type Known = Pick<StudyCard, "nextReviewDate" | "lastChoice" | "forgotten" | "recall">;

/** Returns whether a card is new, was forgotten the last time, or is likely to be. A rating in this session tells best. */
function isHardlyKnown({ nextReviewDate, lastChoice, forgotten, recall }: Known): boolean {
  if (lastChoice !== undefined) return lastChoice === "forgotten";
  // A session that an earlier version has stored has no recall.
  return nextReviewDate === null || forgotten === true || (recall ?? 1) < HARDLY_RECALLED;
}
