import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { listAnswers, toOptionCard } from "@repasa/answers/card-answers.ts";
import { distractors, type OptionCard } from "@repasa/answers/distractors.ts";
import { renderPrompt, writePrompt } from "@repasa/answers/prompts.ts";
import { hasText, isTyped, renderAnswer, type WrittenAnswer } from "@repasa/answers/short-answers.ts";
import type { QuizKind } from "@repasa/contract/quizzes.forms.ts";
import { MAX_TYPED_LENGTH } from "@repasa/contract/quizzes.limits.ts";
import type { StoredQuestion } from "#schema/quizzes.ts";
import type { AskedCard } from "./quizzes.queries.ts";

/** The texts of all questions of a quiz, in UTF-16 units. Longer texts are cut where they would exceed their part of it. */
const MAX_TEXTS = 200_000;

export type QuestionSettings = {
  readonly kinds: readonly QuizKind[];
  /** The cards of which the options for a card may be made. */
  readonly findPool: (card: AskedCard) => readonly OptionCard[];
  /** The cards whose answers the student has given for a card before, the last first. */
  readonly findConfused: (cardId: number) => readonly number[];
  readonly findFolder: (folderId: number) => { language: string | null; strictAccents: boolean };
  /** Returns whether a card was never rated. */
  readonly isNew: (cardId: number) => boolean;
  /** Returns numbers from 0 to below 1. */
  readonly random: () => number;
};

/** Makes a question of each card, in the same order. Each has one of the wanted kinds if its card allows it. */
export async function buildQuestions(
  cards: readonly AskedCard[],
  settings: QuestionSettings,
): Promise<StoredQuestion[]> {
  const longest = Math.floor(MAX_TEXTS / (2 * cards.length));
  const questions: StoredQuestion[] = [];
  for (const card of cards) {
    questions.push(buildQuestion(card, settings, longest));
    // Choosing among a thousand answers takes a millisecond or two, in which the thread serves nobody else.
    await setImmediate();
  }
  return questions;
}

function buildQuestion(card: AskedCard, settings: QuestionSettings, longest: number): StoredQuestion {
  const answers = listAnswers(card);
  const accepted = answers.map(renderAnswer);
  const { language, strictAccents } = settings.findFolder(card.folderId);
  const options = settings.kinds.includes("choose") ? findOptions(card, language, settings) : null;
  // Accepted texts cannot be cut, so an answer that is longer than what may be typed is turned over.
  const canBeTyped = accepted.join("\n").length <= Math.min(longest, MAX_TYPED_LENGTH) && accepted.every(hasText);
  const kind = pickKind(canBeTyped ? answers : [], options, settings);
  return {
    cardId: card.id,
    folderId: card.folderId,
    kind,
    format: card.format,
    prompt: cut(writePrompt(card), longest),
    expected: cut(answers.map(({ text }) => text).join("\n"), longest),
    accepted: kind === "type" ? accepted : [],
    ...(kind === "choose" && options),
    language,
    strictAccents,
    ...(settings.isNew(card.id) && { isNew: true }),
    reviewId: randomUUID(),
  };
}

type QuestionOptions = Required<Pick<StoredQuestion, "options" | "rightOption" | "optionCards">>;

function findOptions(
  card: AskedCard,
  language: string | null,
  { findPool, findConfused }: QuestionSettings,
): QuestionOptions | null {
  const question = toOptionCard(card);
  if (question === null) return null;
  const pool = findPool(card);
  const answers = new Map(pool.map(({ id, answer }) => [id, answer]));
  const found = distractors(question, pool, {
    seed: randomUUID(),
    prompt: renderPrompt(card),
    wronglyChosen: findConfused(card.id).flatMap((id) => answers.get(id) ?? []),
    language,
  });
  if (found === null) return null;
  const owners = new Map(pool.map(({ id, answer }) => [answer, id]));
  return {
    options: found.options,
    rightOption: found.right,
    optionCards: found.options.map((option) => owners.get(option) ?? card.id).with(found.right, card.id),
  };
}

/**
 * Draws one of the wanted kinds that suit a card: typing suits short answers, and choosing needs three good options. If none does, the
 * question is turned over where that is wanted, and else typed.
 *
 * @param answers The answers that can be typed; none if one of them cannot, so that the card is turned over unless it is chosen.
 */
function pickKind(
  answers: readonly WrittenAnswer[],
  options: QuestionOptions | null,
  { kinds, random }: QuestionSettings,
): QuizKind {
  const suits = { type: isTyped("mix", answers), choose: options !== null, flip: true };
  const suitable = [...new Set(kinds)].filter((kind) => suits[kind]);
  return suitable[Math.floor(random() * suitable.length)] ?? (answers.length > 0 ? "type" : "flip");
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}
