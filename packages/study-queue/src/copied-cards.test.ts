import { addDays } from "@repasa/scheduler/local-dates.ts";
import { describe, expect, it } from "vitest";
import type { CopiedCard } from "#copied-cards.ts";
import { listPending } from "#pending.ts";
import { replayWeek } from "#ratings.ts";
import { createWeek, DATE } from "#testing/weeks.ts";

const GROUP = "00000000-0000-4000-8000-000000000001";

const week = createWeek({
  rated: [
    { id: 1, dueIn: 0 },
    { id: 2, dueIn: 1, group: 1 },
  ],
  fresh: [{ id: 5 }],
});

function copy(...changes: Partial<CopiedCard>[]): Map<number, CopiedCard> {
  const unchanged = [
    { id: 1, nextReviewDate: DATE },
    { id: 2, nextReviewDate: addDays(DATE, 1), groupId: GROUP },
    { id: 5, nextReviewDate: null },
  ];
  const cards = new Map<number, CopiedCard>();
  for (const { id = 0, ...change } of [...unchanged, ...changes]) {
    const before = cards.get(id) ?? { id, folderId: 1, suspended: false, groupId: null, nextReviewDate: null };
    cards.set(id, { ...before, ...change });
  }
  return cards;
}

const listIds = (copied: Map<number, CopiedCard>, days = 0) =>
  listPending(replayWeek(week, [], addDays(DATE, days), copied)).map(({ id, folderId }) => [id, folderId]);

describe("applyCopy", () => {
  it("changes nothing if nothing was changed on the device", () => {
    expect(replayWeek(week, [], DATE, copy())).toEqual(replayWeek(week, [], DATE));
  });

  it("leaves out deleted and suspended cards, also where due dates are counted", () => {
    const without = copy({ id: 5, suspended: true });
    without.delete(1);
    expect(listIds(without)).toEqual([]);
    const { dueCounts } = replayWeek(week, [], DATE, without);
    expect(dueCounts.counts.slice(0, 3)).toEqual([0, 1, 0]);
    const suspended = replayWeek(week, [], DATE, copy({ id: 2, suspended: true }));
    expect(suspended.dueCounts.counts.slice(0, 3)).toEqual([1, 0, 0]);
  });

  it("asks a card again that was resumed, and counts its due date", () => {
    const suspended = { ...week, rated: { ...week.rated, suspended: [true, false] }, dueCounts: [0, 1, 0, 0] };
    expect(listPending(replayWeek(suspended, [], DATE, copy({ id: 1, suspended: true })))).toHaveLength(1);
    const resumed = replayWeek(suspended, [], DATE, copy());
    expect(listPending(resumed).map(({ id }) => id)).toEqual([1, 5]);
    expect(resumed.dueCounts.counts).toEqual([1, 1, 0, 0]);
    expect(resumed.cards.get(1)?.memory).toEqual({ stability: 5, difficulty: 5 });
  });

  it("asks a new card that was resumed in its place among the others", () => {
    const suspended = { ...week, ...createWeek({ fresh: [{ id: 4, suspended: true }, { id: 5 }] }), newCardsPerDay: 1 };
    const without = copy({ id: 4, suspended: true });
    expect(listPending(replayWeek(suspended, [], DATE)).map(({ id }) => id)).toEqual([5]);
    expect(listPending(replayWeek(suspended, [], DATE, without)).map(({ id }) => id)).toEqual([5]);
    expect(listPending(replayWeek(suspended, [], DATE, copy({ id: 4 }))).map(({ id }) => id)).toEqual([4]);
  });

  it("reads a week of a version without suspended new cards", () => {
    const { suspended: _, ...fresh } = week.fresh;
    expect(replayWeek({ ...week, fresh }, [], DATE, copy())).toEqual(replayWeek(week, [], DATE, copy()));
  });

  it("moves cards to their folder", () => {
    expect(listIds(copy({ id: 1, folderId: 7 }))).toEqual([
      [1, 7],
      [5, 1],
    ]);
  });

  it("introduces cards that were created on the device after all others, one sibling a day", () => {
    const created = copy({ id: 8, groupId: GROUP }, { id: 9, folderId: 3 });
    expect(listIds(created)).toEqual([
      [1, 1],
      [5, 1],
      [8, 1],
      [9, 3],
    ]);
    // Its sibling is due on the next day.
    expect(listIds(created, 1)).toEqual([
      [1, 1],
      [2, 1],
      [5, 1],
      [9, 3],
    ]);
  });
});
