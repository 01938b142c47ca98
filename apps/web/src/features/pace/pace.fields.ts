import { breakProblem } from "@repasa/contract/pace.forms.ts";
import type { BreakDays } from "@repasa/contract/pace.ts";
import * as z from "zod/mini";

/** Creates the schema of the form for a break. Both fields are the text of a date field. */
export function breakFieldsOn(today: string) {
  const required = (error: string) => z.string().check(z.minLength(1, { error }));
  const problemOf = (dates: BreakDays) =>
    dates.from && dates.to ? breakProblem(dates, { today, earliest: today }) : undefined;
  const ruleOf = (path: "from" | "to") =>
    z.refine<BreakDays>((dates) => problemOf(dates)?.path !== path, {
      path: [path],
      error: ({ input }) => problemOf(input as BreakDays)?.message,
    });
  return z
    .object({ from: required("Elige el primer día"), to: required("Elige el último día") })
    .check(ruleOf("from"), ruleOf("to"));
}
