// Runs in a separate thread: reading the answers of a large folder takes seconds.
import { type AskedCard, renderAnswers } from "@repasa/answers/card-answers.ts";
import { type Judgement, judge, judgeGaps } from "@repasa/answers/judge.ts";
import { OtherAnswer } from "@repasa/answers/others.ts";
import type { QuizVerdict } from "@repasa/contract/quizzes.ts";
import { answerTasks } from "#platform/concurrency/thread-tasks.ts";
import type { StoredQuestion } from "#schema/quizzes.ts";

/** What was typed as the answer to a question. */
export type TypedAnswer = Pick<StoredQuestion, "cardId" | "accepted" | "language" | "strictAccents"> & {
  readonly text: string;
};

/**
 * Other cards of a folder as a JSON array, which is passed to a thread much faster than rows. Their answers count with the exception
 * of the card's own. Null to judge the answers alone.
 */
export type JudgingTask = { readonly answers: readonly TypedAnswer[]; readonly others: string | null };

type OtherColumns = [
  id: number,
  front: string,
  back: string,
  format: AskedCard["format"],
  variant: AskedCard["variant"],
];

/**
 * - `missing`: the items of a list that were not typed; left out for any other answer.
 * - `belongsTo`: the other card for which the text is right; left out if it is for none of those that were passed.
 */
export type JudgedAnswer = {
  readonly verdict: QuizVerdict;
  readonly missing?: readonly string[];
  readonly belongsTo?: number | undefined;
};

/** The judgement of each answer, and the milliseconds of processor time that judging them took. */
export type JudgingResult = { readonly judged: readonly JudgedAnswer[]; readonly ms: number };

function readOthers(json: string | null): OtherCard[] {
  return (JSON.parse(json ?? "[]") as OtherColumns[]).flatMap(([cardId, front, back, format, variant]) =>
    renderAnswers({ front, back, format, variant }).map((text) => ({ cardId, answer: new OtherAnswer(text) })),
  );
}

type OtherCard = { readonly cardId: number; readonly answer: OtherAnswer };

function judgeTyped(
  { cardId, accepted, text, language, strictAccents }: TypedAnswer,
  cards: readonly OtherCard[],
): JudgedAnswer {
  const rest = cards.filter((other) => other.cardId !== cardId);
  const options = { others: rest.map(({ answer }) => answer), strictAccents, language };
  const cardOf = (found: readonly Judgement[]) => {
    const index = found.find(({ belongsTo }) => belongsTo !== null)?.belongsTo;
    return { belongsTo: rest[index ?? -1]?.cardId };
  };
  const [only, ...more] = accepted;
  if (only === undefined || more.length > 0) {
    const { verdict, gaps } = judgeGaps(accepted, text.split(/\r?\n/), options);
    return { verdict, ...cardOf(gaps) };
  }
  const judgement = judge(only, text, options);
  const { verdict, missing, items } = judgement;
  return items.length > 0 ? { verdict, missing } : { verdict, ...cardOf([judgement]) };
}

answerTasks(({ answers, others: json }: JudgingTask): JudgingResult => {
  const before = process.threadCpuUsage();
  const others = readOthers(json);
  const judged = answers.map((answer) => judgeTyped(answer, others));
  const { user, system } = process.threadCpuUsage(before);
  return { judged, ms: (user + system) / 1000 };
});
