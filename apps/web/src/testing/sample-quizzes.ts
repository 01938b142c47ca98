import type { FinishedQuiz, ListedQuiz, SavedQuiz } from "@repasa/contract/quizzes.ts";

const STARTED = "2026-03-10T12:00:00.000Z";

export function sampleQuiz(changes: Partial<SavedQuiz> = {}): SavedQuiz {
  const asked = { format: "plain", given: null } as const;
  return {
    id: 5,
    name: "Capitales",
    startedAt: STARTED,
    endsAt: null,
    finishedAt: null,
    examId: null,
    folderIds: [1],
    questions: [
      { ...asked, n: 1, cardId: 11, kind: "type", prompt: "Francia" },
      { ...asked, n: 2, cardId: 12, kind: "choose", prompt: "Italia", options: ["Roma", "Oslo", "Lima", "Bonn"] },
    ],
    ...changes,
  };
}

/** A finished quiz in the list. */
export const listedQuiz = {
  id: 5,
  name: "Capitales",
  startedAt: STARTED,
  endsAt: null,
  finishedAt: STARTED,
  examId: null,
  folderIds: [1],
  of: 2,
  cards: 140,
  right: 1,
  share: 0.5,
  low: 0.66,
  high: 0.91,
  predicted: 0.78,
} satisfies ListedQuiz;

/** The same quiz with its questions, of which the second has a right answer. */
export const finishedQuiz: FinishedQuiz = {
  ...listedQuiz,
  answered: 2,
  newCards: 0,
  questions: [
    {
      n: 1,
      cardId: 11,
      kind: "type",
      format: "plain",
      prompt: "Francia",
      given: "Parus",
      expected: "París",
      verdict: "wrong",
      right: false,
    },
    {
      n: 2,
      cardId: 12,
      kind: "choose",
      format: "plain",
      prompt: "Italia",
      given: "Roma",
      options: ["Roma", "Oslo", "Lima", "Bonn"],
      expected: "Roma",
      verdict: "right",
      right: true,
    },
  ],
};
