import * as z from "zod/mini";
import { card } from "#cards.ts";
import { defineEndpoint } from "#endpoint.ts";
import { count, id, idParams, instant, localDate, pathId, pathUuid, recentInstant } from "#fields.ts";
import { portionFields, portionOf } from "#portions.ts";

export const difficulty = z.enum(["easy", "medium", "hard"], { error: "La dificultad debe ser easy, medium o hard" });
export type Difficulty = z.output<typeof difficulty>;

export const answerResult = z.enum(["correct", "incorrect"], {
  error: "El resultado debe ser correct o incorrect",
});
export type AnswerResult = z.output<typeof answerResult>;

/** In days from today. */
export const nextIntervals = z.object({ hard: count, medium: count, easy: count });

/** The exam that decided on which day a card is due. */
export const decidingExam = z.object({ name: z.string(), date: localDate });
export type DecidingExam = z.output<typeof decidingExam>;

export const queuedCard = z.extend(card, {
  nextIntervals,
  /** The recall probability today, 0 to 1 in thousandths; null for a new card. */
  recall: z.nullable(z.number()),
  /** Left out if no exam did. */
  exam: z.optional(decidingExam),
});
export type QueuedCard = z.output<typeof queuedCard>;

/** Cards of the queue, in its order. `total` is its present size: cards rated since the previous portion are gone. */
export const queuePortion = portionOf(queuedCard);
export type QueuePortion = z.output<typeof queuePortion>;

const DAY_MS = 86_400_000;
const MAX_INTERVAL = 100_000;

export const rating = z.object({
  difficulty,
  /** Whether the card was recalled; left out if that is not known. */
  answerResult: z.optional(answerResult),
  /** Made by the client, so that a rating sent twice is logged once. */
  reviewId: z.optional(z.uuid({ error: "El identificador de la revisión no es válido" })),
  /** In milliseconds; at most a day. */
  durationMs: z.optional(count.check(z.lte(DAY_MS, { error: "La duración no puede superar un día" }))),
  /** How long ago the rating was given, in milliseconds; at most 30 days. */
  waitedMs: z.optional(count.check(z.lte(30 * DAY_MS, { error: "La espera no puede superar 30 días" }))),
  studySessionId: z.optional(z.nullable(id)),
  /** The interval that the button showed, in days; the card gets it if that is still possible. */
  interval: z.optional(count.check(z.lte(MAX_INTERVAL, { error: "El intervalo es demasiado largo" }))),
});
export type Rating = z.input<typeof rating>;

export const reviewResult = z.object({
  card,
  reviewId: z.string(),
  /** Present when the review had been undone and was not applied again. */
  undone: z.optional(z.literal(true)),
});
export type ReviewResult = z.output<typeof reviewResult>;

export const studySession = z.object({
  id,
  folderId: z.nullable(id),
  cardsStudied: count,
  easyCount: count,
  goodCount: count,
  hardCount: count,
  startedAt: instant,
  completedAt: z.nullable(instant),
});
export type StudySession = z.output<typeof studySession>;

export const pastReview = z.object({
  reviewId: z.string(),
  reviewedAt: instant,
  /** The user's local date then. */
  date: localDate,
  difficulty,
  /** Null if the rating did not tell. */
  answerResult: z.nullable(answerResult),
  /** The interval that it gave, in whole days. */
  interval: count,
  practice: z.boolean(),
  undone: z.boolean(),
});
export type PastReview = z.output<typeof pastReview>;

export const cardHistory = z.object({
  card,
  /** Newest first. */
  reviews: z.array(pastReview),
  /** The recall probability now, 0 to 1; null for a new card. */
  recall: z.nullable(z.number()),
  /** Days from the last review until the recall probability falls to 0.9; null for a new card. */
  stability: z.nullable(z.number()),
  nextReviewAt: z.nullable(instant),
  /** Left out if no exam did. */
  exam: z.optional(decidingExam),
});
export type CardHistory = z.output<typeof cardHistory>;

const IDS = "Indica de 1 a 50 cartas por su número";

/** 1 to 50 ids in a query, separated by commas; each once. */
const idList = z.pipe(
  z.string({ error: IDS }).check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,49}$/, { error: IDS })),
  z.transform((text) => [...new Set(text.split(",").map(Number))]),
);

const tally = z.optional(count.check(z.lte(1_000_000, { error: "El número es demasiado grande" })));

export const studyEndpoints = {
  reviewQueue: defineEndpoint({
    method: "GET",
    path: "/api/cards/review",
    summary:
      "The cards to study now, in order; with practice, all cards of the folder, or those that were rated before; with cardIds, these cards. With limit or after, a portion of them",
    reads: ["cards", "reviews", "preferences", "exams"],
    largeRead: "sorted list",
    query: z.object({
      folderId: z.optional(pathId),
      cardIds: z.optional(idList),
      practice: z.optional(z.enum(["true", "false", "begun"], { error: "Debe ser true, false o begun" })),
      ...portionFields(/^[012]_-?\d{1,20}(\.\d{1,25})?(e[+-]\d{1,3})?_\d{1,15}_\d{4}-\d\d-\d\d$/),
    }),
    response: z.union([z.array(queuedCard), queuePortion]),
    errors: ["not_found"],
  }),
  review: defineEndpoint({
    method: "POST",
    path: "/api/cards/{id}/review",
    summary: "Rates a card; the same reviewId again changes nothing",
    changes: ["reviews"],
    writeBudget: "study",
    params: idParams,
    body: rating,
    response: reviewResult,
    errors: ["not_found", "conflict"],
  }),
  undoReview: defineEndpoint({
    method: "DELETE",
    path: "/api/cards/{id}/reviews/{reviewId}",
    summary: "Undoes the card's latest review",
    changes: ["reviews"],
    writeBudget: "study",
    params: z.object({ id: pathId, reviewId: pathUuid }),
    response: reviewResult,
    errors: ["not_found", "conflict"],
  }),
  history: defineEndpoint({
    method: "GET",
    path: "/api/cards/{id}/history",
    summary: "A card with all its reviews and the present recall probability",
    reads: ["cards", "reviews", "exams"],
    params: idParams,
    response: cardHistory,
    errors: ["not_found"],
  }),
  startSession: defineEndpoint({
    method: "POST",
    path: "/api/study-sessions",
    summary: "Begins a study session",
    changes: [],
    writeBudget: "study",
    status: 201,
    body: z.object({ folderId: z.optional(z.nullable(id)), cardsStudied: tally }),
    response: studySession,
    errors: ["not_found"],
  }),
  updateSession: defineEndpoint({
    method: "PUT",
    path: "/api/study-sessions/{id}",
    summary: "Keeps a session's counts, or marks it complete",
    changes: [],
    writeBudget: "study",
    params: idParams,
    body: z.object({
      cardsStudied: tally,
      easyCount: tally,
      goodCount: tally,
      hardCount: tally,
      completedAt: z.optional(recentInstant),
    }),
    response: studySession,
    errors: ["not_found"],
  }),
};
