import { describe, expect, it } from "vitest";
import { BREAK_BACKWARDS, BREAK_IN_THE_PAST, BREAK_TOO_FAR, BREAK_TOO_LONG, findBreakProblem } from "#pace.forms.ts";

const today = "2026-12-05";
const days = { today, earliest: today };

describe("findBreakProblem", () => {
  it.each([
    ["2026-12-05", "2026-12-05"],
    ["2026-12-05", "2027-02-02"],
    ["2027-12-05", "2027-12-05"],
  ])("returns no problem for a break from %s to %s", (from, to) => {
    expect(findBreakProblem({ from, to }, days)).toBeUndefined();
  });

  it.each([
    ["2026-12-04", "2026-12-10", { path: "from", message: BREAK_IN_THE_PAST }],
    ["2026-12-10", "2026-12-09", { path: "to", message: BREAK_BACKWARDS }],
    ["2026-12-05", "2027-02-03", { path: "to", message: BREAK_TOO_LONG }],
    ["2027-12-05", "2027-12-06", { path: "to", message: BREAK_TOO_FAR }],
  ])("returns the problem of a break from %s to %s", (from, to, problem) => {
    expect(findBreakProblem({ from, to }, days)).toEqual(problem);
  });

  it("returns no problem for a continued break that started before today", () => {
    expect(
      findBreakProblem({ from: "2026-12-01", to: "2026-12-10" }, { today, earliest: "2026-12-01" }),
    ).toBeUndefined();
  });
});
