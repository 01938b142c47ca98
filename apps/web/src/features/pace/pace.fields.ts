import { breakProblem } from "@repasa/contract/pace.forms.ts";
import * as z from "zod/mini";

/** The fields of the form of a break, as its date fields give them. */
export function breakFieldsOn(today: string) {
  const required = (error: string) => z.string().check(z.minLength(1, { error }));
  const fields = z.object({ from: required("Elige el primer día"), to: required("Elige el último día") });
  return fields.check(({ value, issues }) => {
    const problem = value.from && value.to ? breakProblem(value, { today, earliest: today }) : undefined;
    if (problem) issues.push({ code: "custom", input: value, path: [problem.path], message: problem.message });
  });
}
