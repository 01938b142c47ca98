// Folders with cards, tests of them, and calls that answer these.
import type { Card } from "@repasa/contract/cards.ts";
import type { TestAnswer } from "@repasa/contract/tests.forms.ts";
import type { SavedTest, Test, TestQuestion, TestResult } from "@repasa/contract/tests.ts";
import { expect } from "vitest";
import { createCard, createFolder } from "#testing/card-calls.ts";
import type { TestClient } from "#testing/test-app.ts";

export const CAPITALS: Readonly<Record<string, string>> = {
  Francia: "París",
  Italia: "Roma",
  Portugal: "Lisboa",
  Alemania: "Berlín",
  Austria: "Viena",
  Grecia: "Atenas",
  Noruega: "Oslo",
  Suecia: "Estocolmo",
};

/** Creates a folder with a card for each front, whose back is the value. */
export async function createCards(
  client: TestClient,
  sides: Readonly<Record<string, string>> = CAPITALS,
  fields: object = { name: "Capitales" },
): Promise<{ folderId: number; cards: Card[] }> {
  const { id: folderId } = await createFolder(client, fields);
  const cards: Card[] = [];
  for (const [front, back] of Object.entries(sides)) cards.push(await createCard(client, folderId, { front, back }));
  return { folderId, cards };
}

export async function startTest(client: TestClient, form: object, timeZone = "UTC"): Promise<Test> {
  const answer = await client.post<Test>("/api/tests", { kinds: ["type"], ...form }, { timeZone });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

export async function giveAnswer(client: TestClient, test: { id: number }, n: number, answer: TestAnswer) {
  expect(await client.put(`/api/tests/${test.id}/answers/${n}`, answer)).toMatchObject({ status: 204 });
}

/** Answers the questions for which `answerOf` returns an answer. */
export async function giveAnswers(
  client: TestClient,
  test: Test,
  answerOf: (question: TestQuestion) => TestAnswer | undefined,
): Promise<void> {
  for (const question of test.questions) {
    const answer = answerOf(question);
    if (answer) await giveAnswer(client, test, question.n, answer);
  }
}

export async function finishTest(client: TestClient, { id }: { id: number }): Promise<TestResult> {
  const answer = await client.post<TestResult>(`/api/tests/${id}/finish`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Reads a test: a `SavedTest`, or a `FinishedTest` after its end. */
export async function readTest<T = SavedTest>(client: TestClient, { id }: { id: number }): Promise<T> {
  const answer = await client.get<T>(`/api/tests/${id}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Returns the number of the question about a card, by the card's front. */
export function numberOf(test: Test, front: string): number {
  return test.questions.find(({ prompt }) => prompt === front)?.n as number;
}
