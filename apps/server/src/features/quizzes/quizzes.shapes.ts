import type { FinishedQuiz, ListedQuiz, Quiz, QuizQuestion, QuizResult, SavedQuiz } from "@repasa/contract/quizzes.ts";
import type { QuizRow, StoredQuestion } from "#schema/quizzes.ts";
import type { FinishedRow } from "./quizzes.effects.ts";
import { countAnswered, readGiven } from "./quizzes.judging.ts";
import type { ListedRow } from "./quizzes.queries.ts";

// The responses of the calls. Nothing that gives an answer away leaves the server before the quiz is finished.

export function toQuiz(row: QuizRow): Quiz {
  return { ...toHead(row), questions: row.questions.map(toQuestion) };
}

export function toSavedQuiz(row: QuizRow): SavedQuiz {
  return { ...toHead(row), finishedAt: row.finishedAt?.toISOString() ?? null, questions: toAnswered(row) };
}

export function toFinishedQuiz(row: FinishedRow): FinishedQuiz {
  const { questions: judged, ...score } = toResult(row);
  const questions = toAnswered(row).map((question, place) => ({ ...question, ...judged[place] }));
  return {
    ...toHead(row),
    ...score,
    finishedAt: row.finishedAt.toISOString(),
    questions: questions as FinishedQuiz["questions"],
  };
}

export function toResult({ id, questions, answers, cards, predicted, result }: FinishedRow): QuizResult {
  const { right, share, low, high, verdicts, missing } = result;
  return {
    id,
    right,
    of: questions.length,
    answered: countAnswered(answers),
    cards,
    newCards: questions.filter(({ isNew }) => isNew).length,
    share,
    low,
    high,
    predicted,
    questions: questions.map((question, place) => {
      const { cardId, kind, prompt, expected } = question;
      const verdict = verdicts[place] ?? "wrong";
      const given = readGiven(question, answers[place]);
      const judged = { expected, verdict, right: verdict !== "wrong" };
      const lacks = verdict === "wrong" && missing?.[place];
      return { n: place + 1, cardId, kind, prompt, given, ...judged, ...(lacks && { missing: [...lacks] }) };
    }),
  };
}

export function toListedQuiz(row: ListedRow): ListedQuiz {
  const { questionCount, cards, predicted, result, finishedAt } = row;
  return {
    ...toHead(row),
    finishedAt: finishedAt?.toISOString() ?? null,
    of: questionCount,
    cards,
    predicted,
    right: result?.right ?? null,
    share: result?.share ?? null,
    low: result?.low ?? null,
    high: result?.high ?? null,
  };
}

type HeadFields = Pick<QuizRow, "id" | "name" | "startedAt" | "endsAt" | "examId" | "folderIds">;

function toHead({ id, name, startedAt, endsAt, examId, folderIds }: HeadFields) {
  return {
    id,
    name,
    startedAt: startedAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    examId,
    folderIds,
  };
}

function toQuestion({ cardId, kind, format, prompt, options }: StoredQuestion, place: number): QuizQuestion {
  return { n: place + 1, cardId, kind, format, prompt, ...(options && { options: [...options] }) };
}

function toAnswered({ questions, answers }: QuizRow): SavedQuiz["questions"] {
  return questions.map((question, place) => ({
    ...toQuestion(question, place),
    given: readGiven(question, answers[place]),
  }));
}
