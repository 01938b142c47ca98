import { toDayNumber } from "@repasa/scheduler/days.ts";
import { expect, it } from "vitest";
import { findNearestExamDay } from "./exams.days.ts";

const dates = ["2026-04-01", "2026-03-10", "2026-03-12", "2026-03-11"];

it("findNearestExamDay returns the nearest day after today, and undefined if all exams are over", () => {
  expect(findNearestExamDay(dates, "2026-03-09")).toBe(toDayNumber("2026-03-10"));
  expect(findNearestExamDay(dates, "2026-03-10")).toBe(toDayNumber("2026-03-11"));
  expect(findNearestExamDay(dates, "2026-03-12")).toBe(toDayNumber("2026-04-01"));
  expect(findNearestExamDay(dates, "2026-04-01")).toBeUndefined();
  expect(findNearestExamDay([], "2026-03-09")).toBeUndefined();
});
