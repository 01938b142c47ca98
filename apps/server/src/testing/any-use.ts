// Generates a student's use of an account over some weeks with fast-check, and performs it through the product's calls.

import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import type { BatchResult, Card, CardWithSiblings } from "@repasa/contract/cards.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { AnswerMode } from "@repasa/contract/folders.choices.ts";
import type { Quiz } from "@repasa/contract/quizzes.ts";
import type { ReviewMode, ReviewResult } from "@repasa/contract/study.ts";
import { addDays, computeLocalDate } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { anyOtherStep, type OtherStep, Others } from "#testing/any-others.ts";
import { uploadMedia } from "#testing/media-calls.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

type Face = { color?: string | null; icon?: string | null };
type Asks = { answerMode?: AnswerMode | null; strictAccents?: boolean };

type Step =
  | OtherStep
  | { does: "folder"; name: string; description: string | null; language: string | null; face: Face; asks: Asks }
  | { does: "card"; folder: number; kind: "lone" | "reverse" | "gaps" | "media"; front: string; tags: string[] }
  | {
      does: "rate";
      card: number;
      difficulty: "easy" | "medium" | "hard";
      correct: boolean | null;
      ms: number | null;
      mode: ReviewMode;
      confused: number | null;
    }
  | { does: "undo" | "deleteCard" | "delete" | "suspend" | "resume" | "reset"; card: number }
  | { does: "move"; card: number; folder: number }
  | { does: "deleteFolder"; folder: number }
  | { does: "exam"; folder: number; days: number }
  | { does: "deleteExam"; exam: number }
  | { does: "break"; from: number; days: number }
  | { does: "endBreaks" | "endCatchUp" | "undoBatch" }
  | { does: "catchUp"; days: number }
  | { does: "prefer"; what: Record<string, unknown> }
  | { does: "session"; folder: number; cards: number; complete: boolean }
  | { does: "quiz"; folder: number; answers: number; finish: boolean }
  | { does: "catalog" | "look" }
  | { does: "wait"; hours: number }
  | { does: "travel"; zone: string };

const place = fc.nat(30);
const any = {
  folder: fc.record({
    does: fc.constant("folder" as const),
    name: fc.constantFrom("Biología", "Historia", "Historia", "Ñ"),
    description: fc.constantFrom(null, "Tema 1\ny 2", "Para junio"),
    language: fc.constantFrom(null, "es-ES", "en"),
    face: fc.constantFrom<Face>({}, { color: "gray" }, { icon: "🧬" }, { color: "red", icon: "Ñ" }, { icon: null }),
    asks: fc.constantFrom<Asks>(
      {},
      { answerMode: "flip" },
      { answerMode: "mix" },
      { answerMode: "type", strictAccents: true },
    ),
  }),
  card: fc.record({
    does: fc.constant("card" as const),
    folder: place,
    kind: fc.constantFrom("lone", "lone", "lone", "reverse", "gaps", "media"),
    front: fc.constantFrom("uno", "dos", "dos", "tres", "cuatro", "cinco"),
    tags: fc.uniqueArray(fc.constantFrom("a", "b c", "Ñ"), { maxLength: 2 }),
  }),
  rate: fc.record({
    does: fc.constant("rate" as const),
    card: place,
    difficulty: fc.constantFrom("easy", "medium", "hard"),
    correct: fc.constantFrom(true, true, false, null),
    ms: fc.option(fc.nat(60_000)),
    mode: fc.constantFrom("flip", "flip", "type", "choose"),
    confused: fc.option(fc.nat(2)),
  }),
  ofCard: fc.record({
    does: fc.constantFrom("undo", "deleteCard", "delete", "suspend", "resume", "reset"),
    card: place,
  }),
  move: fc.record({ does: fc.constant("move" as const), card: place, folder: place }),
  deleteFolder: fc.record({ does: fc.constant("deleteFolder" as const), folder: place }),
  exam: fc.record({ does: fc.constant("exam" as const), folder: place, days: fc.integer({ min: 1, max: 40 }) }),
  deleteExam: fc.record({ does: fc.constant("deleteExam" as const), exam: place }),
  break: fc.record({ does: fc.constant("break" as const), from: fc.nat(5), days: fc.integer({ min: 1, max: 4 }) }),
  catchUp: fc.record({ does: fc.constant("catchUp" as const), days: fc.integer({ min: 2, max: 6 }) }),
  ending: fc.record({ does: fc.constantFrom("endBreaks", "endCatchUp", "undoBatch") }),
  prefer: fc.record({
    does: fc.constant("prefer" as const),
    what: fc.constantFrom<Record<string, unknown>>(
      { theme: "dark", sessionSize: null, answerMode: "mix" },
      { desiredRetention: 0.85, quietDays: [1, 1, 1, 1, 1, 0.5, 0] },
      { newCardsPerDay: 2, newCardsOffered: true },
      { reviewsPerDay: 3 },
      { dayStartHour: 0 },
      { dayStartHour: 6 },
      { reminder: true, reminderHour: 20, reminderMinute: 30, reminderChannels: ["push", "mail"] },
      { shortcuts: false, refit: false },
    ),
  }),
  session: fc.record({
    does: fc.constant("session" as const),
    folder: place,
    cards: fc.nat(9),
    complete: fc.boolean(),
  }),
  quiz: fc.record({ does: fc.constant("quiz" as const), folder: place, answers: fc.nat(5), finish: fc.boolean() }),
  other: fc.record({ does: fc.constantFrom("catalog", "look") }),
  wait: fc.record({ does: fc.constant("wait" as const), hours: fc.constantFrom(1, 5, 12, 24, 24, 24, 50, 100) }),
  travel: fc.record({
    does: fc.constant("travel" as const),
    zone: fc.constantFrom("Europe/Madrid", "America/Bogota", "Asia/Tokyo"),
  }),
};

const anyOwnStep = fc.oneof(
  { weight: 10, arbitrary: any.rate },
  { weight: 6, arbitrary: any.wait },
  { weight: 4, arbitrary: any.ofCard },
  ...[any.card, any.exam, any.break, any.prefer, any.session, any.quiz].map((arbitrary) => ({ weight: 2, arbitrary })),
  ...[
    ...[any.folder, any.move, any.deleteFolder, any.deleteExam, any.other, any.travel],
    ...[any.catchUp, any.ending],
  ].map((arbitrary) => ({ weight: 1, arbitrary })),
);

/** Each use begins by creating folders and cards, so that there is something to study. */
function createUse(step: fc.Arbitrary<unknown>): fc.Arbitrary<Step[]> {
  const beginning = [fc.tuple(any.folder, any.folder), fc.array(any.card, { minLength: 3, maxLength: 8 })] as const;
  return fc
    .tuple(...beginning, fc.array(step, { minLength: 20, maxLength: 60 }))
    .map((parts) => parts.flat() as Step[]);
}

export const anyUse = createUse(anyOwnStep);

/** The use of an account to which an author, a teacher and files bring cards; a third of these students have three buttons. */
export const anySharedUse = fc
  .tuple(createUse(fc.oneof({ weight: 5, arbitrary: anyOwnStep }, anyOtherStep)), fc.nat(2))
  .map(([steps, chance]) =>
    steps.map((step) => (chance === 0 && step.does === "rate" ? { ...step, correct: null } : step)),
  );

/** Performs all steps, and returns the student's time zone at the end. Steps that are impossible for the account have no effect. */
export async function useAccount(app: TestApp, client: TestClient, steps: readonly Step[]): Promise<string> {
  let timeZone = "Europe/Madrid";
  const others = new Others(app, client);
  const batches: string[] = [];
  const reviews = new Map<number, string>();
  const nth = <T>(all: readonly T[], index: number) => all[index % Math.max(1, all.length)];
  const folders = async () => (await client.get<{ id: number }[]>("/api/folders", { timeZone })).body;
  const folderAt = async (index: number) => nth(await folders(), index)?.id ?? 0;
  const cards = async () => (await client.get<{ cards: Card[] }>("/api/cards/search", { timeZone })).body.cards;
  const cardAt = async (index: number) => nth(await cards(), index)?.id ?? 0;
  const today = () => computeLocalDate(app.clock.now(), { timeZone, dayStartHour: 4 });

  async function takeQuiz({ folder, answers, finish }: Extract<Step, { does: "quiz" }>): Promise<void> {
    const form = { folderIds: [await folderAt(folder)], kinds: ["type", "choose", "flip"] };
    const { status, body } = await client.post<Quiz>("/api/tests", form, { timeZone });
    if (status !== 201) return;
    for (const { n, kind } of body.questions.slice(0, answers)) {
      const answer = { type: { text: "b" }, choose: { option: n % 4 }, flip: { recalled: n % 2 === 0 } }[kind];
      await client.put(`/api/tests/${body.id}/answers/${n}`, answer);
    }
    if (finish) await client.post(`/api/tests/${body.id}/finish`, undefined, { timeZone });
  }

  async function addCard({ folder, kind, front, tags }: Extract<Step, { does: "card" }>): Promise<void> {
    const media = kind === "media" ? (await uploadMedia(app, client, pngSample())).body.id : "";
    const texts = {
      lone: { front, back: "respuesta" },
      reverse: { front, back: "respuesta", reverse: true },
      gaps: { front: `{{c1::${front}}} y {{c2::otro}}`, back: "", format: "markdown" },
      media: { front: `![](media:${media})`, back: front, format: "markdown" },
    };
    await client.post<CardWithSiblings>(`/api/folders/${await folderAt(folder)}/cards`, { ...texts[kind], tags });
  }

  async function rate({
    card,
    difficulty,
    correct,
    ms,
    mode,
    confused,
  }: Extract<Step, { does: "rate" }>): Promise<void> {
    const id = await cardAt(card);
    const answerResult = correct === null ? null : correct ? "correct" : "incorrect";
    const hints = mode === "type" && difficulty === "hard" ? (correct === false ? 3 : 2) : 0;
    const measured = ms !== null && { durationMs: ms };
    const other = confused !== null && { confusedWith: await cardAt(confused) };
    const answer = { difficulty, mode, hints, ...(answerResult && { answerResult }), ...measured, ...other };
    const { body } = await client.post<ReviewResult & { reviewId: string }>(`/api/cards/${id}/review`, answer, {
      timeZone,
    });
    reviews.set(id, body.reviewId);
  }

  async function changeCard(batch: object): Promise<void> {
    const { body } = await client.post<BatchResult>("/api/cards/batch", batch, { timeZone });
    if (body.batchId) batches.push(body.batchId);
  }

  async function perform(step: Step): Promise<unknown> {
    switch (step.does) {
      case "folder": {
        const { does: _, face, asks, ...form } = step;
        return client.post("/api/folders", { ...form, ...face, ...asks }, { timeZone });
      }
      case "card":
        return addCard(step);
      case "rate":
        return rate(step);
      case "undo": {
        const id = await cardAt(step.card);
        return client.delete(`/api/cards/${id}/reviews/${reviews.get(id)}`, { timeZone });
      }
      case "deleteCard":
        return client.delete(`/api/cards/${await cardAt(step.card)}`, { timeZone });
      case "delete":
      case "suspend":
      case "resume":
      case "reset":
        return changeCard({ cardIds: [await cardAt(step.card)], action: step.does });
      case "move":
        return changeCard({
          cardIds: [await cardAt(step.card)],
          action: "move",
          folderId: await folderAt(step.folder),
        });
      case "undoBatch":
        return client.post(`/api/batches/${batches.pop()}/undo`, undefined, { timeZone });
      case "deleteFolder":
        return client.delete(`/api/folders/${await folderAt(step.folder)}`, { timeZone });
      case "exam": {
        const folderIds = [...new Set([await folderAt(step.folder), await folderAt(step.folder + 1)])];
        const exam = { name: `Examen ${step.days % 3}`, date: addDays(today(), step.days), folderIds };
        return client.post("/api/exams", exam, { timeZone });
      }
      case "deleteExam": {
        const { body } = await client.get<Exam[]>("/api/exams", { timeZone });
        return client.delete(`/api/exams/${nth(body, step.exam)?.id ?? 0}`, { timeZone });
      }
      case "break": {
        const from = addDays(today(), step.from);
        return client.post("/api/user/breaks", { from, to: addDays(from, step.days) }, { timeZone });
      }
      case "endBreaks":
        return client.delete("/api/user/breaks", { timeZone });
      case "catchUp":
        return client.post("/api/user/catch-up", { days: step.days }, { timeZone });
      case "endCatchUp":
        return client.delete("/api/user/catch-up", { timeZone });
      case "prefer":
        return client.put("/api/user/preferences", step.what, { timeZone });
      case "session": {
        const session = { folderId: await folderAt(step.folder), cardsStudied: step.cards };
        const { body } = await client.post<{ id: number }>("/api/study-sessions", session, { timeZone });
        return (
          step.complete && client.put(`/api/study-sessions/${body.id}`, { easyCount: 1, complete: true }, { timeZone })
        );
      }
      case "quiz":
        return takeQuiz(step);
      case "catalog": {
        const { body } = await client.get<{ slug: string }[]>("/api/store/folders");
        return client.post(`/api/store/folders/${body[0]?.slug}`, {}, { timeZone });
      }
      case "look":
        return client.get("/api/user/stats", { timeZone });
      case "wait":
        app.clock.advance(step.hours * 3_600_000);
        return undefined;
      case "travel":
        timeZone = step.zone;
        return undefined;
      default:
        return others.perform(step, timeZone);
    }
  }

  for (const step of steps) {
    app.clock.advance(1_000);
    await perform(step);
  }
  return timeZone;
}
