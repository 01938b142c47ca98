import type { FinishedTest, ListedTest, SavedTest, Test, TestQuestion, TestResult } from "@repasa/contract/tests.ts";
import type { StoredQuestion, TestRow } from "#schema/tests.ts";
import type { FinishedRow } from "./tests.effects.ts";
import { readGiven } from "./tests.judging.ts";
import type { ListedRow } from "./tests.queries.ts";

// The responses of the calls. Nothing that gives an answer away leaves the server before the test is finished.

export function toTest(row: TestRow): Test {
  return { ...toHead(row), questions: row.questions.map(toQuestion) };
}

export function toSavedTest(row: TestRow): SavedTest {
  return { ...toHead(row), finishedAt: row.finishedAt?.toISOString() ?? null, questions: toAnswered(row) };
}

export function toFinishedTest(row: FinishedRow): FinishedTest {
  const { questions: judged, ...score } = toResult(row);
  const questions = toAnswered(row).map((question, place) => ({ ...question, ...judged[place] }));
  return {
    ...toHead(row),
    ...score,
    finishedAt: row.finishedAt.toISOString(),
    questions: questions as FinishedTest["questions"],
  };
}

export function toResult({ id, questions, answers, predicted, result }: FinishedRow): TestResult {
  const { right, share, low, high, verdicts } = result;
  return {
    ...{ id, right, of: questions.length, share, low, high, predicted },
    questions: questions.map((question, place) => {
      const { cardId, kind, prompt, expected } = question;
      const verdict = verdicts[place] ?? "wrong";
      const given = readGiven(question, answers[place]);
      return { n: place + 1, cardId, kind, prompt, given, expected, verdict, right: verdict !== "wrong" };
    }),
  };
}

export function toListedTest(row: ListedRow): ListedTest {
  const { examId, folderIds, questionCount, cards, predicted, result, finishedAt } = row;
  return {
    ...toHead(row),
    finishedAt: finishedAt?.toISOString() ?? null,
    ...{ examId, folderIds, of: questionCount, cards, predicted },
    right: result?.right ?? null,
    share: result?.share ?? null,
    low: result?.low ?? null,
    high: result?.high ?? null,
  };
}

function toHead({ id, name, startedAt, endsAt }: Pick<TestRow, "id" | "name" | "startedAt" | "endsAt">) {
  return { id, name, startedAt: startedAt.toISOString(), endsAt: endsAt?.toISOString() ?? null };
}

function toQuestion({ cardId, kind, format, prompt, options }: StoredQuestion, place: number): TestQuestion {
  return { n: place + 1, cardId, kind, format, prompt, ...(options && { options: [...options] }) };
}

function toAnswered({ questions, answers }: TestRow): SavedTest["questions"] {
  return questions.map((question, place) => ({
    ...toQuestion(question, place),
    given: readGiven(question, answers[place]),
  }));
}
