import { addDays } from "@repasa/scheduler/local-dates.ts";
import { describe, expect, it } from "vitest";
import { listPending } from "#pending.ts";
import { listQueue } from "#queue.ts";
import { applyRating, replayWeek, type WeekRating } from "#ratings.ts";
import { beginWeek, type StudyCard } from "#study-day.ts";
import type { StudyWeek } from "#study-week.ts";
import { createWeek, DATE } from "#testing/weeks.ts";

// The server's week.properties.test.ts compares these rules with the server's.

const on = (days: number) => addDays(DATE, days);

const rated = (cardId: number, days: number, answer: Partial<WeekRating> = {}): WeekRating => ({
  reviewId: `${cardId} ${days}`,
  cardId,
  date: on(days),
  difficulty: "medium",
  answerResult: "correct",
  ...answer,
});

const listIds = (week: StudyWeek, ratings: readonly WeekRating[], days: number) =>
  listQueue(replayWeek(week, ratings, on(days)), { cards: "pending", folderIds: null }).cards.map(({ id }) => id);

const countPending = (week: StudyWeek, ratings: readonly WeekRating[], days: number) =>
  listPending(replayWeek(week, ratings, on(days))).length;

const dueCards = (count: number, dueIn: number) =>
  Array.from({ length: count }, (_, place) => ({ id: place + 1, dueIn }));

describe("replayWeek", () => {
  const week = createWeek({
    rated: [
      { id: 4, dueIn: 0 },
      { id: 9, dueIn: 2 },
    ],
    fresh: [{ id: 12 }],
  });

  it("asks each card from its due date on", () => {
    expect(listIds(week, [], 0)).toEqual([4, 12]);
    expect(listIds(week, [], 2)).toEqual([4, 9, 12]);
    expect(listIds(week, [rated(4, 0)], 2)).toEqual([9, 12]);
  });

  it("brings a forgotten card back on the next day", () => {
    const forgotten = rated(12, 0, { difficulty: "hard", answerResult: "incorrect" });
    expect(listIds(week, [forgotten], 0)).toEqual([4]);
    expect(listIds(week, [forgotten], 1)).toEqual([12, 4]);
  });

  it("counts a clock that was set back as the week's date", () => {
    expect(listIds(week, [], -3)).toEqual([4, 12]);
    expect(replayWeek(week, [rated(4, -3)], on(-2))).toEqual(replayWeek(week, [rated(4, 0)], on(0)));
  });

  it("skips ratings that the week includes", () => {
    const received = { ...week, received: ["12 0"] };
    expect(listIds(received, [rated(4, 0), rated(12, 0)], 0)).toEqual([12]);
  });

  it("takes back undone ratings that the week includes, and applies those that remain", () => {
    const given = [rated(4, 0, { difficulty: "hard", answerResult: "incorrect" }), rated(4, 0), rated(12, 0)];
    const before = replayWeek(week, [], on(0));
    const after = replayWeek(week, given, on(0));
    const cards = [4, 9, 12].map((id) => {
      const { dueDay, lastReviewDay } = after.cards.get(id) ?? {};
      return { id, dueIn: (dueDay ?? 0) - after.day, reviewedAgo: after.day - (lastReviewDay ?? 0) };
    });
    const includes = createWeek({ rated: cards }, { reviewed: 1, started: [{ folderId: 1, count: 1 }] });
    const takeBack = (cardId: number, ...ratings: WeekRating[]) => {
      const card = before.cards.get(cardId);
      return card ? [{ before: card, ratings }] : [];
    };
    const replay = (...undone: ReturnType<typeof takeBack>) => replayWeek(includes, [], on(0), undefined, undone);
    const all = replay(...takeBack(4), ...takeBack(12));
    expect(listPending(all).map(({ id }) => id)).toEqual([4, 12]);
    expect([all.reviewed, all.started.get(1), all.dueCounts, all.load]).toEqual([
      ...[0, 0],
      ...[before.dueCounts, before.load],
    ]);
    const last = replay(...takeBack(4, ...given.slice(0, 1)));
    expect(last.reviewed).toBe(1);
    expect(last.cards.get(4)).toEqual(replayWeek(week, given.slice(0, 1), on(0)).cards.get(4));
  });

  it("ignores ratings of cards that it does not know", () => {
    expect(replayWeek(week, [rated(99, 0)], on(0))).toEqual(replayWeek(week, [], on(0)));
  });

  it("counts new cards anew each day", () => {
    const limited = { ...week, newCardsPerDay: 1, started: [{ folderId: 1, count: 1 }] };
    expect(listIds(limited, [], 0)).toEqual([4]);
    expect(listIds(limited, [], 1)).toEqual([4, 12]);
  });

  it("extends a plan to catch up by each day without reviews, and ends it when nothing is overdue", () => {
    const plan = createWeek({ rated: dueCards(10, -1) }, { catchUp: { until: on(2), perDay: 3 } });
    expect(countPending(plan, [], 0)).toBe(3);
    expect(countPending(plan, [rated(1, 0)], 0)).toBe(2);
    const until = (days: number, ratings: WeekRating[] = []) => replayWeek(plan, ratings, on(days)).catchUp?.until;
    const day = beginWeek(plan).day;
    // Ten cards need four days from tomorrow on.
    expect(until(1)).toBe(day + 4);
    expect(
      until(
        1,
        [1, 2, 3, 4].map((id) => rated(id, 0)),
      ),
    ).toBe(day + 2);
    expect(
      until(
        1,
        dueCards(10, 0).map(({ id }) => rated(id, 0)),
      ),
    ).toBe(day);
  });

  it("spreads what fell due in a break over the days after it, at least 20 cards a day", () => {
    const away = { from: on(-9), to: on(-1), spreadUntil: on(3) };
    expect(countPending(createWeek({ rated: dueCards(100, -2) }, { breaks: [away] }), [], 0)).toBe(25);
    expect(countPending(createWeek({ rated: dueCards(60, -2) }, { breaks: [away] }), [], 0)).toBe(20);
    expect(countPending(createWeek({ rated: dueCards(60, -2) }, { breaks: [away] }), [], 4)).toBe(60);
  });
});

describe("a chosen answer", () => {
  const day = beginWeek(createWeek({})).day;
  const choose = (cardId: number, answerResult: "correct" | "incorrect") =>
    ({ reviewId: `c${cardId}`, cardId, date: on(0), difficulty: "medium", answerResult, mode: "choose" }) as const;
  const week = createWeek({
    rated: [
      { id: 1, dueIn: 0 },
      { id: 2, dueIn: 5 },
      { id: 3, dueIn: 5 },
    ],
    fresh: [{ id: 9 }],
  });

  it("is practice: right ones change nothing, and a wrong one brings its card nearer", () => {
    const answers = [choose(1, "correct"), choose(2, "incorrect"), choose(3, "correct"), choose(9, "incorrect")];
    const [before, after] = [replayWeek(week, [], on(0)), replayWeek(week, answers, on(0))];
    const expected = new Map(before.cards);
    expected.set(2, { ...(before.cards.get(2) as StudyCard), dueDay: day + 1 });
    expect(after.cards).toEqual(expected);
    expect(after.learner).toEqual(before.learner);
    expect([after.reviewed, after.started.size]).toEqual([0, 0]);
    const moved = [...before.dueCounts.counts];
    moved[5] = (moved[5] ?? 0) - 1;
    moved[1] = (moved[1] ?? 0) + 1;
    expect(after.dueCounts.counts).toEqual(moved);
  });

  it("that the week contains is undone without changing what was rated on the day", () => {
    const state = (before: StudyCard | undefined) =>
      replayWeek({ ...week, reviewed: 3 }, [], on(0), undefined, before ? [{ before, ratings: [] }] : []);
    const original = state(undefined);
    expect(state(original.cards.get(1)).reviewed).toBe(3);
    expect(state(original.cards.get(9)).started).toEqual(original.started);
  });
});

describe("applyRating", () => {
  const week = createWeek({ rated: [{ id: 4, dueIn: 0 }], fresh: [{ id: 12 }] });

  it("returns the schedule of the card", () => {
    const schedule = applyRating(beginWeek(week), { cardId: 12, difficulty: "easy", answerResult: "correct" });
    expect(schedule).toEqual({
      difficulty: "easy",
      reviewCount: 1,
      interval: 7,
      easeFactor: 250,
      nextReviewDate: on(7),
    });
    expect(applyRating(beginWeek(week), { cardId: 99, difficulty: "easy" })).toBeNull();
  });

  it("gives the interval that the button showed, and moves the card from one due date to the other", () => {
    const state = beginWeek(week);
    const [card] = listQueue(state, { cards: [4] }).cards;
    const shown = (card?.nextIntervals.medium ?? 0) + 1;
    const before = [...state.dueCounts.counts];
    const schedule = applyRating(state, { cardId: 4, difficulty: "medium", answerResult: "correct", interval: shown });
    expect(schedule).toMatchObject({ interval: shown, nextReviewDate: on(shown) });
    const moved = state.dueCounts.counts.map((count, place) => count - (before[place] ?? 0));
    expect(moved.flatMap((change, place) => (change === 0 ? [] : [[place, change]]))).toEqual([
      [0, -1],
      [shown, 1],
    ]);
  });
});

describe("listQueue", () => {
  it("orders due cards by recall, then those without a memory, then new ones as they are introduced, then the rest", () => {
    const week = createWeek({
      rated: [
        { id: 1, dueIn: 3, stability: 2 },
        { id: 2, dueIn: 0, stability: 50 },
        { id: 3, dueIn: -1, stability: 2 },
        { id: 4, dueIn: 0, stability: 0 },
      ],
      fresh: [{ id: 9 }, { id: 7 }],
    });
    const { cards } = listQueue(beginWeek(week), { cards: [1, 2, 3, 4, 7, 9, 99] });
    expect(cards.map(({ id }) => id)).toEqual([3, 2, 4, 9, 7, 1]);
  });

  it("lists the cards of a folder that were rated before, for practice", () => {
    const week = createWeek({
      rated: [
        { id: 1, dueIn: 3 },
        { id: 2, dueIn: 3, folderId: 2 },
      ],
      fresh: [{ id: 3 }],
    });
    const list = (cards: "begun" | "all") => listQueue(beginWeek(week), { cards, folderId: 1 }).cards;
    expect(list("begun").map(({ id }) => id)).toEqual([1]);
    expect(list("all").map(({ id }) => id)).toEqual([3, 1]);
  });
});
