import { estimate } from "@repasa/answers/estimate.ts";
import type { QuizAnswer } from "@repasa/contract/quizzes.forms.ts";
import type { GivenAnswer, QuizVerdict } from "@repasa/contract/quizzes.ts";
import type { QuizRow, StoredQuestion, StoredResult } from "#schema/quizzes.ts";
import type { JudgedAnswer, JudgingResult, JudgingTask, TypedAnswer } from "./quizzes.thread.ts";

/** The longest processor time in milliseconds for which a thread compares the answers of a quiz with other cards. */
const OTHERS_MS = 5_000;
/** One account's task lasts no longer than the texts of these take, so that the next account soon has its turn. */
const ANSWERS_AT_ONCE = 10;

/** What judging typed answers needs: a thread, and the cards of a folder in portions. */
export type Judging = {
  readonly ask: (task: JudgingTask) => Promise<JudgingResult>;
  readonly readFolder: (folderId: number) => AsyncIterable<string>;
};

/** Returns what was given as an answer, false for `No lo sé`; null if nothing was. */
export function readGiven(question: StoredQuestion, answer: QuizAnswer | undefined): GivenAnswer {
  if (answer === undefined) return null;
  if (answer.unknown) return false;
  if (answer.option !== undefined) return question.options?.[answer.option] ?? null;
  return answer.text ?? answer.recalled ?? null;
}

/** A verdict for each question of a quiz, what is missing in its lists, and which other cards' answers were typed. */
type Judged = Pick<StoredResult, "verdicts" | "missing" | "confused">;

/** Judges all answers of a quiz. */
export async function judgeAnswers(
  { questions, answers }: Pick<QuizRow, "questions" | "answers">,
  judging: Judging,
): Promise<Judged> {
  const missing: Record<string, readonly string[]> = {};
  const verdicts = questions.map((question, place) => judgeUntyped(question, answers[place]));
  const typed = questions.flatMap((question, place): PlacedAnswer[] => {
    const text = answers[place]?.text;
    const { cardId, folderId, accepted, language, strictAccents } = question;
    return text === undefined ? [] : [{ place, folderId, answer: { cardId, accepted, language, strictAccents, text } }];
  });
  for (let at = 0; at < typed.length; at += ANSWERS_AT_ONCE) {
    const some = typed.slice(at, at + ANSWERS_AT_ONCE);
    const alone = await judging.ask({ answers: some.map(({ answer }) => answer), others: null });
    for (const [index, { place }] of some.entries()) {
      const judged = alone.judged[index] as JudgedAnswer;
      verdicts[place] = judged.verdict;
      if (judged.missing && judged.verdict === "wrong") missing[place] = judged.missing;
    }
  }
  return { ...(await compareWithOthers(typed, verdicts, judging)), missing };
}

type PlacedAnswer = { readonly place: number; readonly folderId: number; readonly answer: TypedAnswer };

/** What was not answered is wrong, and so is `No lo sé`. */
function judgeUntyped(question: StoredQuestion, answer: QuizAnswer | undefined): QuizVerdict {
  const isRight = answer?.option === undefined ? answer?.recalled : answer.option === question.rightOption;
  return isRight ? "right" : "wrong";
}

/**
 * Returns the verdicts beside other cards, and those for which typed texts are right. Texts that differ a little from the right
 * answer are compared first, because only their verdict depends on it: what is wrong by itself stays so, and says what was confused.
 */
async function compareWithOthers(
  typed: readonly PlacedAnswer[],
  verdicts: readonly QuizVerdict[],
  judging: Judging,
): Promise<Pick<Judged, "verdicts" | "confused">> {
  const isDoubtful = ({ place }: PlacedAnswer) => verdicts[place] === "accent" || verdicts[place] === "close";
  const isWrong = ({ place, answer }: PlacedAnswer) => verdicts[place] === "wrong" && answer.text.trim() !== "";
  const doubtful = await findAnswersOfOthers(typed.filter(isDoubtful), judging, OTHERS_MS);
  const wrong = await findAnswersOfOthers(typed.filter(isWrong), judging, doubtful.msLeft);
  const confused = Object.fromEntries([...doubtful.owners, ...wrong.owners]);
  return { verdicts: verdicts.map((one, place) => (doubtful.wrong.has(place) ? "wrong" : one)), confused };
}

/**
 * Returns the places of the answers that are wrong beside the other cards of their folder, and the cards for which they are right. When
 * the time is over, the others keep the verdict that they have by themselves.
 */
async function findAnswersOfOthers(typed: readonly PlacedAnswer[], { ask, readFolder }: Judging, time: number) {
  const wrong = new Set<number>();
  const owners = new Map<number, number>();
  let msLeft = time;
  for (const [folderId, placed] of Map.groupBy(typed, (answer) => answer.folderId)) {
    if (msLeft <= 0) break;
    for await (const others of readFolder(folderId)) {
      const { judged, ms } = await ask({ answers: placed.map(({ answer }) => answer), others });
      for (const [index, { place }] of placed.entries()) {
        const { verdict, belongsTo } = judged[index] as JudgedAnswer;
        if (verdict === "wrong") wrong.add(place);
        if (belongsTo !== undefined && !owners.has(place)) owners.set(place, belongsTo);
      }
      msLeft -= ms;
      if (msLeft <= 0) break;
    }
  }
  return { wrong, owners, msLeft };
}

/** Returns the result of verdicts: the number of right ones, and the estimate for all cards of the quiz. */
export function computeResult(
  { questions, answers, cards }: Pick<QuizRow, "questions" | "answers" | "cards">,
  { verdicts, missing, confused }: Judged,
  corrections: StoredResult["corrections"],
): StoredResult {
  const isRight = (place: number) => verdicts[place] !== "wrong";
  const places = [...questions.keys()];
  const right = places.filter(isRight);
  const choices = places.filter((place) => answers[place]?.option !== undefined);
  const estimated = estimate({
    right: right.length,
    of: questions.length,
    cards,
    choices: { right: choices.filter(isRight).length, of: choices.length },
  });
  const { share, low, high } = 2 * countAnswered(answers) < questions.length ? NO_ESTIMATE : estimated;
  return { right: right.length, share, low, high, verdicts, missing, confused, corrections };
}

/** Of a quiz that was abandoned, most questions say nothing about what the student knows. */
const NO_ESTIMATE = { share: null, low: null, high: null };

/** Returns the number of answers, `No lo sé` and empty texts among them. */
export function countAnswered(answers: QuizRow["answers"]): number {
  return Object.keys(answers).length;
}
