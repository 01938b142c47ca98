import { difference, markMissing, type Segment } from "@repasa/answers/difference.ts";
import { type JudgedItem, judge } from "@repasa/answers/judge.ts";
import { countAnswers } from "@repasa/answers/prompts.ts";
import { hasFormula, renderAnswer, type WrittenAnswer } from "@repasa/answers/short-answers.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { FinishedQuiz } from "@repasa/contract/quizzes.ts";
import { splitGaps } from "#features/quizzes/quizzes.gaps.ts";
import { describeListVerdict } from "#lib/list-verdict.ts";

type Question = FinishedQuiz["questions"][number];

/**
 * One answer of a question: the whole, or that of a gap.
 *
 * - `marked`: its difference to what was typed, if the typed text is not right.
 * - `isWhole`: true if the difference shows the whole answer as it is judged, and not one of the texts that it accepts.
 */
export type ComparedAnswer = {
  readonly expected: WrittenAnswer;
  readonly given: string;
  readonly marked: readonly Segment[] | null;
  readonly isWhole: boolean;
  readonly list: ComparedList | null;
};

/**
 * What was typed for a list, unless it is right.
 *
 * - `about`: what is wrong with it, "Falta: azul"; undefined if all items are in it.
 */
type ComparedList = { readonly items: readonly JudgedItem[]; readonly about: string | undefined };

/** `isSame`: true if the given answer is right and reads like the card's, so that showing one of them is enough. */
export type ComparedAnswers = { readonly answers: readonly ComparedAnswer[]; readonly isSame: boolean };

/** Compares the given with the right answers of a question, as plain text in the same form in which they are judged. */
export function compareAnswers(question: Question, language: string | null): ComparedAnswers {
  const { kind, format, prompt, given, expected, verdict } = question;
  const asked = countAnswers(prompt, format);
  const lines = expected.split("\n");
  const texts = lines.length === asked ? lines : [expected];
  if (typeof given !== "string") {
    const answers = texts.map((text) => ({
      expected: { text, format },
      given: "",
      marked: null,
      isWhole: false,
      list: null,
    }));
    return { answers, isSame: false };
  }
  const parts = splitGaps(given, texts.length);
  const answers = texts.map((text, index): ComparedAnswer & { isSame: boolean } => {
    const part = (parts[index] ?? "").trim();
    const accepted = renderAnswer({ text, format });
    const { nearest, items, missing } = judge(accepted, part, { language });
    const isList = items.length > 0;
    const segments = isList ? markMissing(accepted, missing) : difference(nearest, part, { language });
    const isSame = difference(accepted, part, { language }).every(({ kind }) => kind === "same");
    const isMarked = kind === "type" && verdict !== "right";
    return {
      expected: { text, format },
      given: part,
      marked: isMarked ? segments : null,
      isWhole: nearest === accepted && !hasFormula(text),
      isSame,
      list:
        isMarked && isList
          ? { items, about: describeListVerdict({ missing: question.missing ?? missing, items }) }
          : null,
    };
  });
  return { answers, isSame: verdict === "right" && answers.every(({ isSame }) => isSame) };
}

/**
 * Returns the language of a quiz's folders; null, which is Spanish, if they have several. A question does not say to which folder
 * its card belongs.
 */
export function findLanguage(folders: readonly Pick<Folder, "id" | "language">[], ids: readonly number[]) {
  const languages = new Set(folders.filter(({ id }) => ids.includes(id)).map(({ language }) => language));
  return languages.size === 1 ? ([...languages][0] ?? null) : null;
}
