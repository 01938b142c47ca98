import * as z from "zod/mini";
import { cardFormat } from "#cards.forms.ts";
import { defineEndpoint } from "#endpoint.ts";
import { EXAM_FOLDERS_REQUIRED, EXAM_FOLDERS_TOO_MANY, EXAM_MOST_FOLDERS, examName } from "#exams.forms.ts";
import { clientId, count, dayNumber, id, idParams, instant, localDate } from "#fields.ts";

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
      z.maxLength(EXAM_MOST_FOLDERS, { error: EXAM_FOLDERS_TOO_MANY }),
    ),
});

export const examFolder = z.object({ folderId: id, name: z.string(), cards: count });
export type ExamFolder = z.output<typeof examFolder>;

export const exam = z.object({
  id,
  name: z.string(),
  date: localDate,
  /** From the user's today to the exam: 0 on the day itself, negative after it. */
  daysLeft: z.int(),
  cards: count,
  /** By name; empty when all of them were deleted. */
  folders: z.array(examFolder),
  createdAt: instant,
  updatedAt: instant,
});
export type Exam = z.output<typeof exam>;

/** Shares of cards, 0 to 1: the mean, and a band that contains the truth nine times in ten. */
export const recallBand = z.object({ mean: z.number(), low: z.number(), high: z.number() });
export type RecallBand = z.output<typeof recallBand>;

/** The work of a day, as means with one decimal. */
export const plannedDay = z.object({
  date: localDate,
  reviews: z.number(),
  newCards: z.number(),
  minutes: z.number(),
});
export type PlannedDay = z.output<typeof plannedDay>;

/**
 * What would be recalled on a day, before anything is studied on it: if the plan is followed, and the mean if nothing
 * is done.
 */
export const courseDay = z.extend(recallBand, { date: localDate, ifStopped: z.number() });
export type CourseDay = z.output<typeof courseDay>;

/** New cards that will not have been seen by the exam, even with study every day. */
export const unmetCards = z.object({
  missed: count,
  /** The student's `newCardsPerDay`, which is too low for them; null if there is none. */
  limit: z.nullable(count),
  /** The lowest limit with which none is missed; null if even the highest is too low, or none is missed. */
  enough: z.nullable(count),
});
export type UnmetCards = z.output<typeof unmetCards>;

export const examForecast = z.object({
  today: localDate,
  daysLeft: count,
  cards: count,
  /** How many of the cards were rated at least once. */
  seen: count,
  /** Recalled on the day if the plan is followed. */
  expected: recallBand,
  /** Recalled on the day if nothing more is done. */
  ifStopped: recallBand,
  /** From today to the exam day, which comes last; at most 46 days, so not every day of a longer time. */
  course: z.array(courseDay),
  /** From today, which is known exactly, to the day before the exam. */
  plan: z.array(plannedDay),
  newCards: unmetCards,
  folders: z.array(z.object({ folderId: id, name: z.string(), cards: count, expected: z.number() })),
  /** Up to 20 cards, the least likely to be recalled on the day first. */
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
export const dayLoad = z.object({ cards: z.number(), minutes: z.number() });
export type DayLoad = z.output<typeof dayLoad>;

export const loadedDay = z.object({ date: localDate, withExams: dayLoad, without: dayLoad });
export type LoadedDay = z.output<typeof loadedDay>;

export const examLoad = z.object({
  /** Coming exams, including today's, the nearest first. */
  exams: z.array(z.object({ id, name: z.string(), date: localDate })),
  /** The day of the last exam; null if no exam with folders is after today. */
  until: z.nullable(localDate),
  /** What the exams add to a day until then, on average; negative if they save time. */
  extraMinutes: z.number(),
  /** The day until then with the most cards. */
  busiest: z.nullable(loadedDay),
  /** Empty without an exam after today. Of other cards, those that already have a due date count. */
  days: z.array(loadedDay),
});
export type ExamLoad = z.output<typeof examLoad>;

export const examOutcome = z.object({
  /** The last forecast before the day; null if there was none. */
  foretold: z.nullable(z.extend(recallBand, { on: localDate })),
  /** Reviews of the exam's cards around its day that tell whether the card was recalled. */
  reviews: count,
  recalled: count,
  /** The mean recall that the model predicted for them, 0 to 1; null without reviews. */
  predicted: z.nullable(z.number()),
});
export type ExamOutcome = z.output<typeof examOutcome>;

export const examEndpoints = {
  list: defineEndpoint({
    method: "GET",
    path: "/api/exams",
    summary: "The user's exams: those to come, the nearest first, then those that are over, the last first",
    reads: ["exams", "folders", "cards"],
    response: z.array(exam),
  }),
  create: defineEndpoint({
    method: "POST",
    path: "/api/exams",
    summary: "Sets an exam on cards of some folders; the same clientId again answers the exam that it made first",
    changes: ["cards", "exams"],
    status: 201,
    body: z.extend(examForm, { clientId }),
    response: exam,
    errors: ["not_found", "conflict"],
  }),
  update: defineEndpoint({
    method: "PUT",
    path: "/api/exams/{id}",
    summary: "Changes an exam; one that is over keeps its date, or gets one to come",
    changes: ["cards", "exams"],
    params: idParams,
    body: examForm,
    response: exam,
    errors: ["not_found", "conflict"],
  }),
  remove: defineEndpoint({
    method: "DELETE",
    path: "/api/exams/{id}",
    summary: "Deletes an exam; its folders and cards stay",
    changes: ["cards", "exams"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
  forecast: defineEndpoint({
    method: "GET",
    path: "/api/exams/{id}/forecast",
    summary: "What an exam to come is going to show, and what it asks for until then",
    reads: ["exams", "folders", "cards", "reviews", "preferences"],
    params: idParams,
    response: examForecast,
    errors: ["not_found", "conflict"],
  }),
  load: defineEndpoint({
    method: "GET",
    path: "/api/exams/load",
    summary: "What the coming days ask for if all of it is done, with the exams to come and without them",
    reads: ["exams", "folders", "cards", "reviews", "preferences"],
    query: z.object({ days: dayNumber }),
    response: examLoad,
  }),
  outcome: defineEndpoint({
    method: "GET",
    path: "/api/exams/{id}/outcome",
    summary: "What was foretold of an exam, beside the reviews from 3 days before it to 7 days after it",
    reads: ["exams", "reviews"],
    params: idParams,
    response: examOutcome,
    errors: ["not_found"],
  }),
};
