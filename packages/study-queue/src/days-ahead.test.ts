import { toDayNumber } from "@repasa/scheduler/days.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { describe, expect, it } from "vitest";
import { countAsked, listAskedAhead } from "#days-ahead.ts";
import { replayWeek } from "#ratings.ts";
import type { StudyWeek } from "#study-week.ts";
import { createWeek, DATE } from "#testing/weeks.ts";

const range = (length: number, first: number) => Array.from({ length }, (_, place) => first + place);
const due = (count: number, dueIn: number, first: number, folderId = 1) =>
  range(count, first).map((id) => ({ id, dueIn, folderId }));
const fresh = (count: number, folderId = 1) => range(count, 1001).map((id) => ({ id, folderId }));

const listCounts = (cards: Parameters<typeof createWeek>[0], days: number, changes: Partial<StudyWeek> = {}) =>
  listAskedAhead(replayWeek(createWeek(cards, changes), [], DATE), days).map(countAsked);

describe("listAskedAhead", () => {
  it("returns what falls due on each day if nothing is limited, with all new cards today", () => {
    const rated = [...due(5, -3, 1), ...due(4, 0, 10), ...due(3, 1, 20), ...due(2, 3, 30)];
    expect(listCounts({ rated, fresh: fresh(9) }, 4)).toEqual([3, 0, 2, 0]);
  });

  it("adds each day's share of new cards", () => {
    const cards = { rated: due(3, 1, 1), fresh: fresh(9) };
    expect(listCounts(cards, 3, { newCardsPerDay: 4 })).toEqual([3 + 4, 1, 0]);
    const started = [{ folderId: 1, count: 3 }];
    expect(listCounts(cards, 3, { newCardsPerDay: 4, started }), "one more is left for today").toEqual([3 + 4, 4, 0]);
  });

  it("carries what a limit lets wait over to the next days", () => {
    const rated = [...due(12, 0, 1), ...due(3, 2, 20)];
    expect(listCounts({ rated }, 4, { reviewsPerDay: 5 })).toEqual([5, 5, 0, 0]);
    expect(listCounts({ rated }, 4, { reviewsPerDay: 5, reviewed: 5 }), "today's part is done").toEqual([5, 5, 5, 0]);
  });

  it("follows a plan to catch up until its end, and lets new cards wait", () => {
    const catchUp = { until: addDays(DATE, 2), perDay: 4 };
    const cards = { rated: due(10, -1, 1), fresh: fresh(2) };
    // Today asks four of the ten, and tomorrow four of the rest. When none is overdue any more, the new ones come.
    expect(listCounts(cards, 4, { catchUp })).toEqual([4, 2, 2, 0]);
  });

  it("rations new cards for an exam, and stops on its day", () => {
    const exams = [{ name: "Final", date: addDays(DATE, 4), folderIds: [1] }];
    // Each day has an even part of what is left for the first half of the days: five of ten today, then three, then two.
    expect(listCounts({ fresh: fresh(10) }, 4, { exams })).toEqual([3, 2, 0, 0]);
  });

  it("asks nothing in a break, and spreads afterwards what fell due in it", () => {
    const breaks = [{ from: addDays(DATE, 1), to: addDays(DATE, 2), spreadUntil: addDays(DATE, 4) }];
    const counts = listCounts({ rated: due(50, 1, 1) }, 5, { breaks });
    expect(counts).toEqual([0, 0, 25, 25, 0]);
  });

  it("asks one of several siblings a day", () => {
    const rated = range(3, 1).map((id) => ({ id, dueIn: 1, group: 7 }));
    expect(listCounts({ rated }, 4)).toEqual([1, 1, 1, 0]);
  });

  it("continues after the week with counts alone, within the limit", () => {
    const week = createWeek({ rated: due(2, 7, 1) }, { reviewsPerDay: 5 });
    const dueCounts = week.dueCounts.map((count, day) => (day === 8 ? 7 : day === 9 ? 1 : count));
    const asked = listAskedAhead(replayWeek({ ...week, dueCounts }, [], DATE), 10);
    expect(asked.map(countAsked)).toEqual([0, 0, 0, 0, 0, 0, 2, 5, 3, 0]);
    expect(asked[7]).toEqual({ cards: [], others: 5 });
  });

  it("does not change the state of today", () => {
    const state = replayWeek(createWeek({ rated: due(3, 0, 1), fresh: fresh(3) }, { newCardsPerDay: 1 }), [], DATE);
    const before = structuredClone({ ...state, learner: null });
    listAskedAhead(state, 5);
    expect({ ...state, learner: null }).toEqual(before);
    expect(state.day).toBe(toDayNumber(DATE));
  });
});
