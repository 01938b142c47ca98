import { findBreakProblem } from "@repasa/contract/pace.forms.ts";
import type { BreakDays } from "@repasa/contract/pace.ts";
import * as z from "zod/mini";

/** Creates the schema of the form for a break. Both fields are the text of a date field. */
export function createBreakFields(today: string) {
  const required = (error: string) => z.string().check(z.minLength(1, { error }));
  const findProblem = (dates: BreakDays) =>
    dates.from && dates.to ? findBreakProblem(dates, { today, earliest: today }) : undefined;
  const createRule = (path: "from" | "to") =>
    z.refine<BreakDays>((dates) => findProblem(dates)?.path !== path, {
      path: [path],
      error: ({ input }) => findProblem(input as BreakDays)?.message,
    });
  return z
    .object({ from: required("Elige el primer día"), to: required("Elige el último día") })
    .check(createRule("from"), createRule("to"));
}
