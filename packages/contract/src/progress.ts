import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { count, dayNumber, instant, localDate } from "#fields.ts";

/** Recall in a week beside the model's prediction; scored reviews only. */
export const retentionWeek = z.object({
  from: localDate,
  reviews: count,
  /** Ratings that do not say whether the card was recalled count as the likely share, so it need not be whole. */
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

/** What a desired retention would cost with today's cards. */
export const workload = z.object({ retention: z.number(), reviewsPerDay: z.number() });
export type Workload = z.output<typeof workload>;

/** What was learned about how the user forgets, from the reviews that tell whether a card was recalled. */
export const memory = z.object({
  /** Whether the user wants it (preference `refit`). */
  on: z.boolean(),
  /** How many reviews the last fit learned from, or could learn from so far, and how many the first fit needs. */
  reviews: count,
  needed: count,
  learned: z.nullable(
    z.object({
      at: instant,
      /** Whether it is in use; it is not if it predicted the newest reviews worse than the defaults do. */
      own: z.boolean(),
      /**
       * The gap between the share predicted and the share recalled, 0 to 1: by the defaults, and by what was learned.
       */
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
    mayBeStale: true,
    query: z.object({ days: dayNumber }),
    response: z.array(retentionWeek),
  }),
  calibration: defineEndpoint({
    method: "GET",
    path: "/api/user/calibration",
    summary:
      "Recall by what was predicted before each scored review of the last 365 days; reviews that did not say whether the card was recalled are left out, and so are empty bins",
    reads: ["reviews"],
    mayBeStale: true,
    response: z.array(calibrationBin),
  }),
  cardStates: defineEndpoint({
    method: "GET",
    path: "/api/user/card-states",
    summary: "How many cards are in each state",
    reads: ["cards", "reviews"],
    mayBeStale: true,
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
    mayBeStale: true,
    response: z.array(workload),
  }),
};
