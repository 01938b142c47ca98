import * as z from "zod/mini";
import { cardDifficulty } from "#cards.ts";
import { defineEndpoint } from "#endpoint.ts";
import { count, dateRange, id, localDate } from "#fields.ts";

const whole = z.int();

const promisedDays = z.object({ hard: count, medium: count, easy: count });

/** A memory model's learner, as `Learner` of packages/scheduler describes it. */
const learner = z.object({
  settings: z.object({
    desiredRetention: z.number(),
    maximumInterval: count,
    promise: z.optional(promisedDays),
    threeButtons: z.optional(z.boolean()),
  }),
  /** The fitted weights; null for the default ones. */
  weights: z.nullable(z.array(z.number())),
  calibration: z.object({
    a: z.number(),
    b: z.number(),
    hardSinceForgotten: z.nullable(count),
    recalledCount: z.number(),
    hardRecalledCount: z.number(),
    recalledInARow: count,
  }),
});

/** The values at one place of all columns belong to one card. */
const newColumns = {
  /** The id of each card minus that of the card before it, or minus 0. */
  idSteps: z.array(whole),
  folderId: z.array(id),
  /** A number that siblings have in common; 0 for a card without any. */
  group: z.array(count),
  suspended: z.array(z.boolean()),
};

const ratedColumns = {
  ...newColumns,
  /** In days; 0 on a card whose memory is not known. */
  stability: z.array(z.number()),
  memoryDifficulty: z.array(z.number()),
  /** Whole days from the last review to `date`. */
  reviewedAgo: z.array(whole),
  /** Whole days from `date` to the due date. */
  dueIn: z.array(whole),
  difficulty: z.array(cardDifficulty),
  reviewCount: z.array(count),
};

/**
 * Everything that a device needs to ask the cards of today and of the next 7 days without a network, except their texts. The type
 * of the same name in packages/study-queue (study-week.ts) describes the fields; the functions of that package read it.
 */
const studyWeek = z.object({
  date: localDate,
  learner,
  weekdays: z.nullable(z.array(z.number())),
  load: z.nullable(z.object({ from: localDate, counts: z.array(count) })),
  dueCounts: z.array(count),
  exams: z.array(z.object({ name: z.string(), date: localDate, folderIds: z.array(id) })),
  breaks: z.array(z.extend(dateRange, { spreadUntil: localDate })),
  newCardsPerDay: z.nullable(count),
  reviewsPerDay: z.nullable(count),
  catchUp: z.nullable(z.object({ until: localDate, perDay: count })),
  reviewed: count,
  started: z.array(z.object({ folderId: id, count })),
  /** The `reviewId` of the last ratings that the week includes. */
  received: z.array(z.string()),
  rated: z.object(ratedColumns),
  fresh: z.object(newColumns),
});
export type StudyWeek = z.output<typeof studyWeek>;

export const weekEndpoints = {
  read: defineEndpoint("GET /api/study-week", {
    summary: "Returns everything except the cards' texts that a device needs to study for 7 days without a network",
    reads: ["cards", "reviews", "preferences", "exams"],
    largeRead: "scan",
    response: studyWeek,
  }),
};
