// Folders with cards, quizzes of them, and calls that answer these.
import type { Card } from "@repasa/contract/cards.ts";
import type { QuizAnswer } from "@repasa/contract/quizzes.forms.ts";
import type { ListedQuiz, Quiz, QuizQuestion, QuizResult, SavedQuiz } from "@repasa/contract/quizzes.ts";
import { beforeEach, expect } from "vitest";
import { createCard, createFolder } from "#testing/card-calls.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

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

/** The student of the test that runs, the student's folder of the capitals, and its cards. */
export let ana: TestClient;
export let folderId: number;
export let capitals: readonly Card[];

/** Registers a new student with one folder, of the capitals, before each test of a file, at an instant. */
export function registerBeforeEach(app: TestApp, at: string): void {
  beforeEach(async () => {
    app.clock.set(at);
    ana = await app.register();
    ({ folderId, cards: capitals } = await createCards(ana));
  });
}

export async function startQuiz(client: TestClient, form: object, timeZone = "UTC"): Promise<Quiz> {
  const response = await client.post<Quiz>("/api/tests", { kinds: ["type"], ...form }, { timeZone });
  expect(response).toMatchObject({ status: 201 });
  return response.body;
}

export async function giveAnswer(client: TestClient, quiz: { id: number }, n: number, answer: QuizAnswer) {
  expect(await client.put(`/api/tests/${quiz.id}/answers/${n}`, answer)).toMatchObject({ status: 204 });
}

/** Answers the questions for which `answerOf` returns an answer. */
export async function giveAnswers(
  client: TestClient,
  quiz: Quiz,
  answerOf: (question: QuizQuestion) => QuizAnswer | undefined,
): Promise<void> {
  for (const question of quiz.questions) {
    const answer = answerOf(question);
    if (answer) await giveAnswer(client, quiz, question.n, answer);
  }
}

export async function finishQuiz(client: TestClient, { id }: { id: number }): Promise<QuizResult> {
  const response = await client.post<QuizResult>(`/api/tests/${id}/finish`);
  expect(response).toMatchObject({ status: 200 });
  return response.body;
}

export async function listQuizzes(client: TestClient): Promise<ListedQuiz[]> {
  return (await client.get<ListedQuiz[]>("/api/tests")).body;
}

/** Reads a quiz: a `SavedQuiz`, or a `FinishedQuiz` after its end. */
export async function readQuiz<T = SavedQuiz>(client: TestClient, { id }: { id: number }): Promise<T> {
  const response = await client.get<T>(`/api/tests/${id}`);
  expect(response).toMatchObject({ status: 200 });
  return response.body;
}

/** Returns the number of the question about a card, by the card's front. */
export function numberOf(quiz: Quiz, front: string): number {
  return quiz.questions.find(({ prompt }) => prompt === front)?.n as number;
}
