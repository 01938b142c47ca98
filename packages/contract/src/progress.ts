import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { count, dayNumber, instant, localDate } from "#fields.ts";

/** The recall of a week and the model's prediction of it, over scored reviews only. */
const retentionWeek = z.object({
  from: localDate,
  reviews: count,
  /** A rating without a recall bit counts as the probability that the card was recalled, so this need not be a whole number. */
  recalled: z.number(),
  /** The mean predicted probability, 0 to 1. */
  predicted: z.number(),
});
export type RetentionWeek = z.output<typeof retentionWeek>;

/** Reviews whose predicted recall was from `from` up to `to`, both 0 to 1. */
const calibrationBin = z.object({
  from: z.number(),
  to: z.number(),
  reviews: count,
  recalled: count,
  /** The mean predicted probability, 0 to 1. */
  predicted: z.number(),
});
export type CalibrationBin = z.output<typeof calibrationBin>;

/** Cards by their last rating; `mature` are those with an interval of 21 days or more. */
const cardStates = z.object({ new: count, hard: count, medium: count, easy: count, mature: count });
export type CardStates = z.output<typeof cardStates>;

/** The work that a desired retention would cause with today's cards. */
const workload = z.object({ retention: z.number(), reviewsPerDay: z.number() });
export type Workload = z.output<typeof workload>;

/** The fit of the memory model to the user, from the reviews that recorded whether the card was recalled. */
const memory = z.object({
  /** True if the user wants the weights to be fitted (preference `refit`). */
  on: z.boolean(),
  /** The number of reviews that the last fit used or, before the first, that are available; and the number that the first needs. */
  reviews: count,
  needed: count,
  learned: z.nullable(
    z.object({
      at: instant,
      /** True if the fitted weights are in use; they are not if they predicted the newest reviews worse than the default ones. */
      own: z.boolean(),
      /**
       * The difference between the predicted and the recalled share, 0 to 1: by the default weights, and by the fitted ones.
       */
      before: z.number(),
      after: z.number(),
    }),
  ),
});
export type Memory = z.output<typeof memory>;

export const progressEndpoints = {
  retention: defineEndpoint("GET /api/user/retention", {
    summary: "Returns recall by week, beside the model's prediction; weeks without scored reviews are left out",
    reads: ["reviews"],
    mayBeStale: true,
    largeRead: "statistics",
    query: z.object({ days: dayNumber }),
    response: z.array(retentionWeek),
  }),
  calibration: defineEndpoint("GET /api/user/calibration", {
    summary:
      "Returns recall by what was predicted before each scored review of the last 365 days, without reviews whose recall is not known and empty bins",
    reads: ["reviews"],
    mayBeStale: true,
    largeRead: "statistics",
    response: z.array(calibrationBin),
  }),
  cardStates: defineEndpoint("GET /api/user/card-states", {
    summary: "Counts the cards in each state",
    reads: ["cards", "reviews"],
    mayBeStale: true,
    largeRead: "summary",
    response: cardStates,
  }),
  memory: defineEndpoint("GET /api/user/memory", {
    summary: "Returns the weights fitted to the user's memory, with the error of predictions before and after the fit",
    reads: ["reviews", "preferences"],
    largeRead: "statistics",
    response: memory,
  }),
  workload: defineEndpoint("GET /api/user/workload", {
    summary: "Forecasts reviews a day for each desired retention from 0.80 to 0.95, with the cards of today",
    reads: ["cards", "reviews"],
    mayBeStale: true,
    largeRead: "simulation",
    response: z.array(workload),
  }),
};
