import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { count, dayNumber, instant, localDate } from "#fields.ts";

/** Recall in a week beside the model's prediction; scored reviews only. */
export const retentionWeek = z.object({
  from: localDate,
  reviews: count,
  /** Where a rating did not say whether the card was recalled, the share that is likely: not always a whole number. */
  recalled: z.number(),
  /** The mean predicted probability, 0 to 1. */
  predicted: z.number(),
});
export type RetentionWeek = z.output<typeof retentionWeek>;

/** Reviews whose predicted recall was from `from` up to `to`, both 0 to 1. */
export const calibrationBin = z.object({
  from: z.number(),
  to: z.number(),
  reviews: count,
  recalled: count,
  /** The mean predicted probability, 0 to 1. */
  predicted: z.number(),
});
export type CalibrationBin = z.output<typeof calibrationBin>;

/** Cards by their last rating; `mature` are those with an interval of 21 days or more. */
export const cardStates = z.object({ new: count, hard: count, medium: count, easy: count, mature: count });
export type CardStates = z.output<typeof cardStates>;

/** What a desired retention would cost with the cards of today. */
export const workload = z.object({ retention: z.number(), reviewsPerDay: z.number() });
export type Workload = z.output<typeof workload>;

/** What was learned of how the user forgets, from the reviews that tell whether a card was recalled. */
export const memory = z.object({
  /** Whether the user wants it (preference `refit`). */
  on: z.boolean(),
  /** How many reviews taught at the last time, or teach so far, and how many the first time needs. */
  reviews: count,
  needed: count,
  learned: z.nullable(
    z.object({
      at: instant,
      /** Whether it is in use; not if it foretold the newest reviews worse than what holds for everybody. */
      own: z.boolean(),
      /** Between the share foretold and the share recalled, 0 to 1: by what holds for everybody, and by what was learned. */
      before: z.number(),
      after: z.number(),
    }),
  ),
});
export type Memory = z.output<typeof memory>;

export const progressEndpoints = {
  retention: defineEndpoint({
    method: "GET",
    path: "/api/user/retention",
    summary: "Recall by week, beside the model's prediction; weeks without scored reviews are left out",
    reads: ["reviews"],
    query: z.object({ days: dayNumber }),
    response: z.array(retentionWeek),
  }),
  calibration: defineEndpoint({
    method: "GET",
    path: "/api/user/calibration",
    summary:
      "Recall by what was predicted before each scored review of the last 365 days; reviews that did not say whether the card was recalled are left out, and so are empty bins",
    reads: ["reviews"],
    response: z.array(calibrationBin),
  }),
  cardStates: defineEndpoint({
    method: "GET",
    path: "/api/user/card-states",
    summary: "How many cards are in each state",
    reads: ["cards", "reviews"],
    response: cardStates,
  }),
  memory: defineEndpoint({
    method: "GET",
    path: "/api/user/memory",
    summary: "What was learned of the user's memory, with how far predictions were off before and after",
    reads: ["reviews", "preferences"],
    response: memory,
  }),
  workload: defineEndpoint({
    method: "GET",
    path: "/api/user/workload",
    summary: "Reviews a day for each desired retention from 0.80 to 0.95, with the cards of today",
    reads: ["cards", "reviews"],
    response: z.array(workload),
  }),
};
