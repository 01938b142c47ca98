import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { count, dateRange, localDate } from "#fields.ts";

const DAYS = "Elige entre 2 y 60 días";

/**
 * A plan to catch up: each day a share of what is waiting, the most easily lost first, up to and including the date.
 */
export const catchUp = z.object({
  until: localDate,
  /** Today's share, in reviews. */
  perDay: count,
  doneToday: count,
});
export type CatchUp = z.output<typeof catchUp>;

export const backlog = z.object({
  /** Cards due today or earlier, whatever today's share of them is. */
  pending: count,
  /** Those of them that were due on an earlier date. */
  overdue: count,
  /** About how long `pending` takes. */
  minutes: count,
  catchUp: z.nullable(catchUp),
  /** The plan that suits what is waiting. */
  suggestion: z.object({ days: count, perDay: count }),
  /** Whether so much is waiting that a plan helps: three usual days or more, with no plan under way. */
  offered: z.boolean(),
});
export type Backlog = z.output<typeof backlog>;

/** Days on which nothing is due. */
export const breakDays = dateRange;
export type BreakDays = z.output<typeof breakDays>;

const someDates = z.object({ from: z.optional(localDate), to: z.optional(localDate) });

export const paceEndpoints = {
  backlog: defineEndpoint({
    method: "GET",
    path: "/api/user/backlog",
    summary: "What waits beyond a usual day, and the plan to catch up",
    reads: ["cards", "reviews", "preferences"],
    response: backlog,
  }),
  startCatchUp: defineEndpoint({
    method: "POST",
    path: "/api/user/catch-up",
    summary: "Spreads what waits over so many days, today included; replaces a plan under way",
    changes: ["preferences"],
    body: z.object({
      days: z.int({ error: DAYS }).check(z.gte(2, { error: DAYS }), z.lte(60, { error: DAYS })),
    }),
    response: backlog,
  }),
  endCatchUp: defineEndpoint({
    method: "DELETE",
    path: "/api/user/catch-up",
    summary: "Ends the plan: everything that waits is asked for again",
    changes: ["preferences"],
    status: 204,
  }),
  breaks: defineEndpoint({
    method: "GET",
    path: "/api/user/breaks",
    summary: "Breaks to come, under way, and of the last year, the oldest first",
    reads: ["preferences"],
    response: z.array(breakDays),
  }),
  addBreak: defineEndpoint({
    method: "POST",
    path: "/api/user/breaks",
    summary: "Takes a break of 1 to 60 days, from today on; answers it as one with those that it overlaps or touches",
    changes: ["preferences"],
    status: 201,
    body: breakDays,
    response: breakDays,
    errors: ["conflict"],
  }),
  endBreaks: defineEndpoint({
    method: "DELETE",
    path: "/api/user/breaks",
    summary:
      "Ends breaks from today on, all of them or on these dates; given those of one that is over, spreads it no longer",
    changes: ["preferences"],
    status: 204,
    query: someDates,
    body: someDates,
  }),
};
