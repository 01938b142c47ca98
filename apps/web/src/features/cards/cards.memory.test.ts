// @vitest-environment node
import type { CardHistory } from "@repasa/contract/study.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeLastDrawnDay, computeMemory, summarizeLastReview } from "#features/cards/cards.memory.ts";
import { addDays } from "#lib/local-date.ts";
import { sampleCard } from "#testing/sample-data.ts";
import { samplePastReview } from "#testing/sample-reviews.ts";

const createHistory = (changes: Partial<CardHistory> = {}): CardHistory => ({
  card: sampleCard({ difficulty: "medium", interval: 7, nextReviewDate: "2026-03-17" }),
  reviews: [samplePastReview("2026-03-10")],
  recall: 0.95,
  stability: 7,
  nextReviewAt: "2026-03-17T12:00:00Z",
  ...changes,
});

describe("computeMemory", () => {
  it("counts the days from the last review to today and to the due date", () => {
    expect(computeMemory(createHistory(), "2026-03-13")).toEqual({
      stability: 7,
      lastDate: "2026-03-10",
      dueDate: "2026-03-17",
      dueDays: 7,
      todayDays: 3,
      recallToday: 0.95,
      recallDue: expect.closeTo(0.9, 10),
    });
  });

  it("ignores undone reviews", () => {
    const undone = [samplePastReview("2026-03-12", { undone: true }), samplePastReview("2026-03-10")];
    expect(computeMemory(createHistory({ reviews: undone }), "2026-03-13")?.lastDate).toBe("2026-03-10");
  });

  it("derives the date of the last review from the interval if no reviews are known", () => {
    expect(computeMemory(createHistory({ reviews: [] }), "2026-03-13")?.lastDate).toBe("2026-03-10");
  });

  it("returns null for a new card", () => {
    const fresh = { card: sampleCard(), reviews: [], recall: null, stability: null, nextReviewAt: null };
    expect(computeMemory(fresh, "2026-03-13")).toBeNull();
  });
});

describe("summarizeLastReview", () => {
  it("returns the last rating that was not undone, and recognizes a forgotten card if the reviews are known", () => {
    const { card } = createHistory();
    const due = { ...card, difficulty: "hard" as const, nextReviewAt: "2026-03-17T12:00:00Z" };
    const forgotten = samplePastReview("2026-03-09", { difficulty: "hard", answerResult: "incorrect" });
    const seen = { lastDate: "2026-03-10", lastRating: "hard", dueDate: "2026-03-17", recall: 0.7 };
    expect(summarizeLastReview(due, 0.7)).toEqual(seen);
    const undone = samplePastReview("2026-03-11", { undone: true });
    expect(summarizeLastReview(due, 0.7, [undone, forgotten])).toEqual({
      ...seen,
      lastDate: "2026-03-09",
      lastRating: "forgotten",
    });
    expect(summarizeLastReview(sampleCard(), null)).toBeNull();
  });
});

describe("computeLastDrawnDay", () => {
  it("returns a day after today and after the due date", () => {
    fc.assert(
      fc.property(fc.nat(4000), fc.nat(4000), (due, passed) => {
        const memory = computeMemory(
          createHistory({ card: sampleCard({ interval: due, nextReviewDate: addDays("2026-03-10", due) }) }),
          addDays("2026-03-10", passed),
        );
        if (!memory) throw new Error("it has a memory");
        expect(computeLastDrawnDay(memory)).toBeGreaterThan(Math.max(memory.dueDays, memory.todayDays));
      }),
    );
  });
});
