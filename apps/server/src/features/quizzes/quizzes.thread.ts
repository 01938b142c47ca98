// Runs in a separate thread: reading the answers of a large folder takes seconds.
import { type AskedCard, renderAnswers } from "@repasa/answers/card-answers.ts";
import { judge, judgeGaps } from "@repasa/answers/judge.ts";
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

/** `missing`: the items of a list that were not typed; left out for any other answer. */
export type JudgedAnswer = { readonly verdict: QuizVerdict; readonly missing?: readonly string[] };

/** What was found for each answer, and the milliseconds of processor time that judging them took. */
export type JudgingResult = { readonly judged: readonly JudgedAnswer[]; readonly ms: number };

function readOthers(json: string | null): { cardId: number; answer: OtherAnswer }[] {
  return (JSON.parse(json ?? "[]") as OtherColumns[]).flatMap(([cardId, front, back, format, variant]) =>
    renderAnswers({ front, back, format, variant }).map((text) => ({ cardId, answer: new OtherAnswer(text) })),
  );
}

function judgeTyped(
  { accepted, text, language, strictAccents }: TypedAnswer,
  others: readonly OtherAnswer[],
): JudgedAnswer {
  const options = { others, strictAccents, language };
  const [only, ...more] = accepted;
  if (only === undefined || more.length > 0) {
    return { verdict: judgeGaps(accepted, text.split(/\r?\n/), options).verdict };
  }
  const { verdict, missing, items } = judge(only, text, options);
  return items.length > 0 ? { verdict, missing } : { verdict };
}

answerTasks(({ answers, others: json }: JudgingTask): JudgingResult => {
  const before = process.threadCpuUsage();
  const others = readOthers(json);
  const judged = answers.map((answer) => {
    const rest = others.flatMap((other) => (other.cardId === answer.cardId ? [] : [other.answer]));
    return judgeTyped(answer, rest);
  });
  const { user, system } = process.threadCpuUsage(before);
  return { judged, ms: (user + system) / 1000 };
});
