import { estimate } from "@repasa/answers/estimate.ts";
import { type GapsJudgement, judge, judgeGaps } from "@repasa/answers/judge.ts";
import type { TestAnswer } from "@repasa/contract/tests.forms.ts";
import type { GivenAnswer, TestVerdict } from "@repasa/contract/tests.ts";
import type { StoredQuestion, StoredResult, TestRow, WrongChoice } from "#schema/tests.ts";

/** Returns the other cards' answers of a question's folder as plain text, without the card itself. */
export type ReadOthers = (question: StoredQuestion) => Promise<readonly string[]>;

/** Returns what was given as an answer; null if nothing was. */
export function readGiven(question: StoredQuestion, answer: TestAnswer | undefined): GivenAnswer {
  if (answer === undefined) return null;
  if (answer.option !== undefined) return question.options?.[answer.option] ?? null;
  return answer.text ?? answer.recalled ?? null;
}

/** Judges all answers of a test, and returns a verdict for each question. */
export async function judgeAnswers(
  { questions, answers }: Pick<TestRow, "questions" | "answers">,
  readOthers: ReadOthers,
): Promise<TestVerdict[]> {
  const verdicts: TestVerdict[] = [];
  for (const [place, question] of questions.entries()) {
    verdicts.push(await judgeAnswer(question, answers[place], readOthers));
  }
  return verdicts;
}

async function judgeAnswer(
  question: StoredQuestion,
  answer: TestAnswer | undefined,
  readOthers: ReadOthers,
): Promise<TestVerdict> {
  if (answer?.option !== undefined) return answer.option === question.rightOption ? "right" : "wrong";
  if (answer?.recalled !== undefined) return answer.recalled ? "right" : "wrong";
  if (answer?.text === undefined) return "wrong";
  const alone = judgeTyped(question, answer.text, []);
  // Only a text that differs a little may belong to another card. What is wrong by itself is never right because of others.
  if (alone.verdict === "right" || alone.verdict === "wrong") return alone.verdict;
  return judgeTyped(question, answer.text, await readOthers(question)).verdict;
}

function judgeTyped(
  { accepted, language, strictAccents }: StoredQuestion,
  text: string,
  others: readonly string[],
): Pick<GapsJudgement, "verdict"> {
  const options = { others, strictAccents, language };
  const [only, ...more] = accepted;
  if (only !== undefined && more.length === 0) return judge(only, text, options);
  return judgeGaps(accepted, text.split(/\r?\n/), options);
}

/** Returns the result of verdicts: the number of right ones, and the estimate for all cards of the test. */
export function computeResult(
  { questions, answers, cards }: Pick<TestRow, "questions" | "answers" | "cards">,
  verdicts: readonly TestVerdict[],
  corrections: StoredResult["corrections"],
): StoredResult {
  const isRight = (place: number) => verdicts[place] !== "wrong";
  const places = [...questions.keys()];
  const right = places.filter(isRight);
  const choices = places.filter((place) => answers[place]?.option !== undefined);
  const { share, low, high } = estimate({
    right: right.length,
    of: questions.length,
    cards,
    choices: { right: choices.filter(isRight).length, of: choices.length },
  });
  return { right: right.length, share, low, high, verdicts, corrections };
}

/** Returns the options that were chosen and are wrong. */
export function listWrongChoices(
  { questions, answers }: Pick<TestRow, "questions" | "answers">,
  verdicts: readonly TestVerdict[],
): WrongChoice[] {
  return questions.flatMap((question, place) => {
    const option = answers[place]?.option;
    const text = option === undefined ? undefined : question.options?.[option];
    return text !== undefined && verdicts[place] === "wrong" ? [{ cardId: question.cardId, option: text }] : [];
  });
}
