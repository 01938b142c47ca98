// Validates schedules and logs in our JSON. The file is not trusted, so values that the tables cannot store are refused.
import { loggedMode, MAX_HINTS } from "@repasa/contract/study.ts";
import * as z from "zod/mini";

/** Returns the schema of a text that PostgreSQL can store: well-formed, without zero bytes, of at most `maxLength` UTF-16 units. */
export function jsonText(maxLength: number) {
  return z.string().check(
    z.maxLength(maxLength),
    z.refine((text) => !text.includes("\0") && text.isWellFormed()),
  );
}

const year = z.refine<string>((text) => text >= "1970" && text < "2200");
export const jsonInstant = z.iso.datetime().check(year);
export const jsonDate = z.iso.date().check(year);
export const jsonCount = z.int().check(z.gte(0), z.lte(2_000_000_000));
export const jsonId = z.int();
const [instant, date, count] = [jsonInstant, jsonDate, jsonCount];
/** Far above the counters of any account. */
const smallCount = count.check(z.lte(1_000_000));
/** The sum of probabilities, which need not be whole. */
const total = z.number().check(z.gte(0), z.lte(2_000_000_000));
const stability = z.number().check(z.gt(0), z.lte(1_000_000));
const memoryDifficulty = z.number().check(z.gte(1), z.lte(10));

export const exactSchedule = z.object({
  difficulty: z.enum(["new", "easy", "medium", "hard"]),
  reviewCount: smallCount,
  lastReviewedAt: z.nullable(instant),
  lastReviewDate: z.nullable(date),
  nextReviewAt: z.nullable(instant),
  nextReviewDate: z.nullable(date),
  interval: smallCount,
  easeFactor: count,
  stability: z.nullable(stability),
  memoryDifficulty: z.nullable(memoryDifficulty),
});

const state = z.object({
  ...exactSchedule.shape,
  // Rows written before the log stored dates have none.
  lastReviewDate: z._default(z.nullable(date), null),
  nextReviewDate: z._default(z.nullable(date), null),
  calibrationA: z.number(),
  calibrationB: z.number(),
  hardSinceForgotten: z._default(z.nullable(z.number()), null),
  recalledCount: z._default(total, 0),
  hardRecalledCount: z._default(total, 0),
  recalledInARow: z._default(count, 0),
});

export const exactReview = z.object({
  id: z.int().check(z.gte(0)),
  reviewId: z.uuid(),
  difficulty: z.enum(["easy", "medium", "hard"]),
  answerResult: z.nullable(z.enum(["correct", "incorrect"])),
  grade: z.nullable(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])),
  reviewedAt: instant,
  timeZone: jsonText(100),
  localDate: date,
  dueBefore: z.nullable(instant),
  practice: z.boolean(),
  retrievability: z.nullable(z.number().check(z.gte(0), z.lte(1))),
  stateBefore: state,
  stateAfter: state,
  durationMs: z.nullable(count),
  // Older files have none of these.
  mode: z._default(loggedMode, "flip"),
  hints: z._default(z.int().check(z.gte(0), z.lte(MAX_HINTS)), 0),
  confusedWith: z._default(z.nullable(jsonId), null),
  undoneAt: z.nullable(instant),
  undoneDate: z.nullable(date),
  folderId: z.optional(jsonId),
  studySessionId: z.optional(z.nullable(jsonId)),
});
