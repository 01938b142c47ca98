import * as z from "zod/mini";
import { cardFormat } from "#cards.forms.ts";
import { defineEndpoint } from "#endpoint.ts";
import { EXAM_FOLDERS_REQUIRED, EXAM_FOLDERS_TOO_MANY, examName, MAX_EXAM_FOLDERS } from "#exams.forms.ts";
import { clientId, count, dayNumber, id, idParams, instant, localDate } from "#fields.ts";
import { faceFields } from "#folders.ts";

const INVALID_FOLDER = "La carpeta no es válida";

const examForm = z.object({
  name: examName,
  date: localDate,
  folderIds: z
    .array(z.int({ error: INVALID_FOLDER }).check(z.positive({ error: INVALID_FOLDER })), {
      error: EXAM_FOLDERS_REQUIRED,
    })
    .check(
      z.minLength(1, { error: EXAM_FOLDERS_REQUIRED }),
      z.maxLength(MAX_EXAM_FOLDERS, { error: EXAM_FOLDERS_TOO_MANY }),
    ),
});

const examFolder = z.object({ folderId: id, name: z.string(), ...faceFields, cards: count });
export type ExamFolder = z.output<typeof examFolder>;

export const exam = z.object({
  id,
  name: z.string(),
  date: localDate,
  /** The number of days from the user's today to the exam: 0 on the day itself, negative after it. */
  daysLeft: z.int(),
  cards: count,
  /** Ordered by name; empty if all of them were deleted. */
  folders: z.array(examFolder),
  createdAt: instant,
  updatedAt: instant,
});
export type Exam = z.output<typeof exam>;

/** Shares of cards, 0 to 1: the mean, and a band that contains the truth nine times in ten. */
const recallBand = z.object({ mean: z.number(), low: z.number(), high: z.number() });

/** The work of a day, as means with one decimal. */
const plannedDay = z.object({
  date: localDate,
  reviews: z.number(),
  newCards: z.number(),
  minutes: z.number(),
});
export type PlannedDay = z.output<typeof plannedDay>;

/**
 * The share of cards that would be recalled on a day, before anything is studied on it: if the plan is followed, and the mean
 * if nothing is studied until then.
 */
const courseDay = z.extend(recallBand, { date: localDate, ifStopped: z.number() });
export type CourseDay = z.output<typeof courseDay>;

/** New cards that will not have been rated by the day of the exam, even with study every day. */
const unseenCards = z.object({
  missed: count,
  /** The student's `newCardsPerDay`, which is too low for them; null if there is none. */
  limit: z.nullable(count),
  /** The lowest limit with which no card is missed; null if even the highest limit is too low, or if no card is missed. */
  enough: z.nullable(count),
});
export type UnseenCards = z.output<typeof unseenCards>;

const examForecast = z.object({
  today: localDate,
  daysLeft: count,
  /** Cards that are suspended count nowhere in a forecast. */
  cards: count,
  /** The number of cards that were rated at least once. */
  seen: count,
  /** The share that is recalled on the day if the plan is followed. */
  expected: recallBand,
  /** The share that is recalled on the day if nothing more is studied. */
  ifStopped: recallBand,
  /** Days from today to the exam day, which is the last; at most 46 of them, so that a longer time is sampled. */
  course: z.array(courseDay),
  /** Days from today, whose work is known exactly, to the day before the exam. */
  plan: z.array(plannedDay),
  newCards: unseenCards,
  folders: z.array(z.object({ folderId: id, name: z.string(), cards: count, expected: z.number() })),
  /** Up to 20 cards, those that are least likely to be recalled on the day first. */
  weakest: z.array(
    z.object({
      cardId: id,
      front: z.string(),
      format: cardFormat,
      variant: z.nullable(z.string()),
      folderId: id,
      recall: z.number(),
    }),
  ),
});
export type ExamForecast = z.output<typeof examForecast>;

/** The work of a day, as means with one decimal. */
const dayLoad = z.object({ cards: z.number(), minutes: z.number() });
export type DayLoad = z.output<typeof dayLoad>;

const loadedDay = z.object({ date: localDate, withExams: dayLoad, without: dayLoad });

const examLoad = z.object({
  /** Coming exams, including today's, the nearest first. */
  exams: z.array(z.object({ id, name: z.string(), date: localDate })),
  /** The day of the last exam; null if no exam with folders is after today. */
  until: z.nullable(localDate),
  /** The work that the exams add to a day until then, on average; negative if they save time. */
  extraMinutes: z.number(),
  /** The day with the most cards until then. */
  busiest: z.nullable(loadedDay),
  /** Empty without an exam after today. Cards that are not in an exam count only if they already have a due date. */
  days: z.array(loadedDay),
});
export type ExamLoad = z.output<typeof examLoad>;

const examOutcome = z.object({
  /** The last forecast before the day; null if there was none. */
  foretold: z.nullable(z.extend(recallBand, { on: localDate })),
  /** The number of reviews of the exam's cards around its day that recorded whether the card was recalled. */
  reviews: count,
  recalled: count,
  /** The mean recall that the model predicted for them, 0 to 1; null without reviews. */
  predicted: z.nullable(z.number()),
  /** The number of its cards that were studied in these days, with or without the recall bit. */
  studied: count,
  /** The number of its cards that had come due by the end of these days, or by today, and were not studied in them. */
  due: count,
});
export type ExamOutcome = z.output<typeof examOutcome>;

export const examEndpoints = {
  list: defineEndpoint("GET /api/exams", {
    summary: "Lists the user's exams: those to come, the nearest first, then those that are over, the last first",
    reads: ["exams", "folders", "cards"],
    response: z.array(exam),
  }),
  create: defineEndpoint("POST /api/exams", {
    summary: "Sets an exam on cards of some folders; the same clientId again returns the exam that it made first",
    changes: ["cards", "exams"],
    status: 201,
    body: z.extend(examForm, { clientId }),
    response: exam,
    errors: ["not_found", "conflict"],
  }),
  update: defineEndpoint("PUT /api/exams/{id}", {
    summary: "Changes an exam; one that is over keeps its date, or gets one to come",
    changes: ["cards", "exams"],
    params: idParams,
    body: examForm,
    response: exam,
    errors: ["not_found", "conflict"],
  }),
  remove: defineEndpoint("DELETE /api/exams/{id}", {
    summary: "Deletes an exam; its folders and cards stay",
    changes: ["cards", "exams"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
  forecast: defineEndpoint("GET /api/exams/{id}/forecast", {
    summary: "Forecasts the result of a coming exam, and the work of each day until then",
    reads: ["exams", "folders", "cards", "reviews", "preferences"],
    largeRead: "simulation",
    params: idParams,
    response: examForecast,
    errors: ["not_found", "conflict"],
  }),
  load: defineEndpoint("GET /api/exams/load", {
    summary: "Returns the work of each coming day if all of it is done, with the coming exams and without them",
    reads: ["exams", "folders", "cards", "reviews", "preferences"],
    largeRead: "simulation",
    query: z.object({ days: dayNumber }),
    response: examLoad,
  }),
  outcome: defineEndpoint("GET /api/exams/{id}/outcome", {
    summary: "Compares the forecast of a past exam with the reviews from 3 days before it to 7 days after it",
    reads: ["exams", "reviews"],
    params: idParams,
    response: examOutcome,
    errors: ["not_found"],
  }),
};
