import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { listAnswers, toOptionCard } from "@repasa/answers/card-answers.ts";
import { distractors, type OptionCard, type Options } from "@repasa/answers/distractors.ts";
import { writePrompt } from "@repasa/answers/prompts.ts";
import { isTyped, renderAnswer, type WrittenAnswer } from "@repasa/answers/short-answers.ts";
import type { QuizKind } from "@repasa/contract/quizzes.forms.ts";
import type { StoredQuestion } from "#schema/quizzes.ts";
import type { AskedCard } from "./quizzes.queries.ts";

/** The texts of all questions of a quiz, in UTF-16 units. Longer texts are cut where they would exceed their part of it. */
const MAX_TEXTS = 200_000;

export type QuestionSettings = {
  readonly kinds: readonly QuizKind[];
  /** The cards of which the options for a card may be made. */
  readonly findPool: (card: AskedCard) => readonly OptionCard[];
  /** The options that the student chose wrongly for a card before, the last first. */
  readonly findWrongChoices: (cardId: number) => readonly string[];
  readonly findFolder: (folderId: number) => { language: string | null; strictAccents: boolean };
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
  // Accepted texts cannot be cut. A card with so many gaps is turned over, as others with long answers are.
  const isShort = accepted.join("").length <= longest;
  const kind = pickKind(isShort ? answers : [], options, settings);
  return {
    cardId: card.id,
    folderId: card.folderId,
    kind,
    format: card.format,
    prompt: cut(writePrompt(card), longest),
    expected: cut(answers.map(({ text }) => text).join("\n"), longest),
    accepted: kind === "type" ? accepted : [],
    ...(kind === "choose" && options && { options: options.options, rightOption: options.right }),
    language,
    strictAccents,
    reviewId: randomUUID(),
  };
}

function findOptions(
  card: AskedCard,
  language: string | null,
  { findPool, findWrongChoices }: QuestionSettings,
): Options | null {
  const question = toOptionCard(card);
  if (question === null) return null;
  return distractors(question, findPool(card), {
    seed: randomUUID(),
    wronglyChosen: findWrongChoices(card.id),
    language,
  });
}

/**
 * Draws one of the wanted kinds that a card allows. A choice without three good options is typed, or turned over. Typing asks for
 * short answers only, unless nothing but typing is wanted: then for all that a folder of typed cards would ask for.
 */
function pickKind(
  answers: readonly WrittenAnswer[],
  options: Options | null,
  { kinds, random }: QuestionSettings,
): QuizKind {
  const onlyTyped = kinds.every((kind) => kind === "type");
  const canBe = {
    type: isTyped(onlyTyped ? "type" : "mix", answers),
    choose: options !== null,
    flip: true,
  };
  const possible = [...new Set(kinds)].filter((kind) => canBe[kind]);
  const fallback = canBe.type && kinds.includes("choose") ? "type" : "flip";
  return possible[Math.floor(random() * possible.length)] ?? fallback;
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}
