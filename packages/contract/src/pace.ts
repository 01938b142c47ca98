import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { count, dateRange, localDate } from "#fields.ts";

const DAYS = "Elige entre 2 y 60 días";

/**
 * A plan to catch up: each day a share of the backlog, up to and including the date; first the cards of exams in the next 30 days,
 * then the most easily forgotten ones.
 */
const catchUp = z.object({
  until: localDate,
  /** Today's share, as a number of reviews. */
  perDay: count,
  doneToday: count,
});
export type CatchUp = z.output<typeof catchUp>;

export const backlog = z.object({
  /** The number of cards that are due today or earlier, regardless of today's share. */
  pending: count,
  /** The number of these that fell due before today. */
  overdue: count,
  /** The estimated time for a session with everything that is pending today, new cards included. */
  minutes: count,
  /** The time by card from which it is estimated. A device may have a response of an earlier version, which lacks it. */
  seconds: z.optional(z.object({ review: z.number(), newCard: z.number() })),
  catchUp: z.nullable(catchUp),
  /** The plan that suits this backlog, or the one under way; zeros if too few cards are due for one. */
  suggestion: z.object({
    days: count,
    perDay: count,
    /**
     * How many cards the plan leaves for today: `perDay` minus the due cards that were reviewed already, and the new cards of exams
     * that cannot wait until it ends.
     */
    leftToday: count,
  }),
  /** True if the backlog is large enough for a plan to help, three usual days or more, and no plan is active. */
  offered: z.boolean(),
});
export type Backlog = z.output<typeof backlog>;

/** Days on which nothing is due. */
const breakDays = dateRange;
export type BreakDays = z.output<typeof breakDays>;

const someDates = z.object({ from: z.optional(localDate), to: z.optional(localDate) });

export const paceEndpoints = {
  backlog: defineEndpoint("GET /api/user/backlog", {
    summary: "Returns the reviews that exceed a usual day, and the plan to catch up",
    reads: ["cards", "reviews", "preferences", "exams"],
    response: backlog,
  }),
  startCatchUp: defineEndpoint("POST /api/user/catch-up", {
    summary: "Spreads what waits over so many days, today included; replaces a plan under way",
    changes: ["preferences"],
    body: z.object({
      days: z.int({ error: DAYS }).check(z.gte(2, { error: DAYS }), z.lte(60, { error: DAYS })),
    }),
    response: backlog,
  }),
  endCatchUp: defineEndpoint("DELETE /api/user/catch-up", {
    summary: "Ends the plan: everything that waits is asked for again",
    changes: ["preferences"],
    status: 204,
  }),
  breaks: defineEndpoint("GET /api/user/breaks", {
    summary: "Lists the breaks to come, under way, and of the last year, the oldest first",
    reads: ["preferences"],
    response: z.array(breakDays),
  }),
  addBreak: defineEndpoint("POST /api/user/breaks", {
    summary: "Takes a break of 1 to 60 days, from today on; returns it as one with those that it overlaps or touches",
    changes: ["preferences"],
    status: 201,
    body: breakDays,
    response: breakDays,
    errors: ["conflict"],
  }),
  endBreaks: defineEndpoint("DELETE /api/user/breaks", {
    summary:
      "Ends breaks from today on, all of them or on these dates; given those of one that is over, spreads it no longer",
    changes: ["preferences"],
    status: 204,
    query: someDates,
    body: someDates,
  }),
};
