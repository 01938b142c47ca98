import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findSufficientLimit,
  LEAD_DAYS,
  type NewCardPace,
  planNewCards,
  rationNewCards,
  type UnseenCard,
} from "#new-cards.ts";

const TODAY = 20_000;
const createNewCards = (unseen: number, limit: number | null = null) => ({ unseen, startedToday: 0, limit });

describe("rationNewCards", () => {
  it("spreads the cards over the days until a week before the exam", () => {
    expect(rationNewCards(createNewCards(230), TODAY, TODAY + 30)).toEqual({ perDay: 10, today: 10, missed: 0 });
    expect(rationNewCards({ unseen: 226, startedToday: 4, limit: null }, TODAY, TODAY + 30)).toMatchObject({
      perDay: 10,
      today: 6,
    });
  });

  it("uses the first half of the days if there are few", () => {
    expect(rationNewCards(createNewCards(40), TODAY, TODAY + 8).perDay).toBe(10);
    expect(rationNewCards(createNewCards(40), TODAY, TODAY + 1)).toEqual({ perDay: 40, today: 40, missed: 0 });
  });

  it("stays within the learner's limit, and returns how many cards are missed", () => {
    expect(rationNewCards(createNewCards(100, 20), TODAY, TODAY + 30)).toEqual({ perDay: 5, today: 5, missed: 0 });
    expect(rationNewCards(createNewCards(100, 3), TODAY, TODAY + 30)).toEqual({ perDay: 3, today: 3, missed: 10 });
    expect(rationNewCards(createNewCards(100, 0), TODAY, TODAY + 30)).toEqual({
      perDay: 0,
      today: 0,
      missed: 100,
    });
  });

  it("returns no new cards on the exam day", () => {
    expect(rationNewCards(createNewCards(5), TODAY, TODAY)).toEqual({ perDay: 0, today: 0, missed: 5 });
  });

  it("introduces all cards but the missed ones if it is followed every day", () => {
    const limits = fc.option(fc.nat(60));
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 365 }), limits, (unseen, daysLeft, limit) => {
        let left = unseen;
        const expected = rationNewCards(createNewCards(unseen, limit), TODAY, TODAY + daysLeft).missed;
        for (let day = TODAY; day < TODAY + daysLeft; day++) {
          const { today, perDay, missed } = rationNewCards(createNewCards(left, limit), day, TODAY + daysLeft);
          expect([today, perDay, missed].every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
          if (limit !== null) expect(perDay).toBeLessThanOrEqual(limit);
          const { today: rest } = rationNewCards(
            { unseen: left - today, startedToday: today, limit },
            day,
            TODAY + daysLeft,
          );
          expect(rest).toBe(0);
          left -= today;
        }
        expect(left).toBe(expected);
      }),
    );
  });
});

const PACE: NewCardPace = { limit: null, startedToday: 0, countStartedToday: () => 0, pausedUntil: null };
const createCards = (size: number, ...inDays: number[]): UnseenCard[] =>
  Array.from({ length: size }, () => ({ examDays: inDays.map((days) => TODAY + days) }));
const countPerDay = (plan: readonly (number | null)[], days: number) =>
  Array.from({ length: days }, (_, day) => plan.filter((each) => each === TODAY + day).length);

describe("planNewCards", () => {
  it("introduces the cards of one exam by their ration, the oldest first", () => {
    const plan = planNewCards(createCards(40, 11), PACE, TODAY);
    expect(countPerDay(plan, 11)).toEqual([7, 7, 6, 5, 4, 4, 3, 2, 1, 1, 0]);
    expect(plan).toEqual(plan.toSorted());
  });

  it("subtracts the cards started today from the ration, and those of other exams from the limit", () => {
    const pace = { ...PACE, startedToday: 5, countStartedToday: (examDay: number) => (examDay === TODAY + 30 ? 4 : 0) };
    expect(countPerDay(planNewCards(createCards(226, 30), pace, TODAY), 2)).toEqual([6, 10]);
    expect(countPerDay(planNewCards(createCards(226, 30), { ...pace, limit: 8 }, TODAY), 2)).toEqual([3, 8]);
  });

  it("gives the nearest exam the limit first, and counts each card for its nearest exam", () => {
    const cards = [...createCards(10, 20), ...createCards(6, 20, 3)];
    const plan = planNewCards(cards, { ...PACE, limit: 4 }, TODAY);
    expect(countPerDay(plan.slice(10), 3)).toEqual([3, 3, 0]);
    expect(countPerDay(plan.slice(0, 10), 4)).toEqual([1, 1, 1, 1]);
  });

  it("counts a card that was missed for its next exam", () => {
    const plan = planNewCards(createCards(5, 2, 9), { ...PACE, limit: 1 }, TODAY);
    expect(countPerDay(plan, 9)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0]);
  });

  it("pauses while the learner catches up, unless the last new cards would come late", () => {
    const pausedUntil = TODAY + 4;
    expect(countPerDay(planNewCards(createCards(4, 5 + LEAD_DAYS), { ...PACE, pausedUntil }, TODAY), 6)).toEqual([
      0, 0, 0, 0, 0, 1,
    ]);
    expect(countPerDay(planNewCards(createCards(4, 4 + LEAD_DAYS), { ...PACE, pausedUntil }, TODAY), 6)).toEqual([
      1, 1, 1, 1, 0, 0,
    ]);
  });

  it("introduces none on days of rest, and more on the days before and after them", () => {
    const restsOn = (day: number) => day >= TODAY + 1 && day <= TODAY + 6;
    const plan = planNewCards(createCards(40, 11), { ...PACE, restsOn }, TODAY);
    expect(countPerDay(plan, 11)).toEqual([14, 0, 0, 0, 0, 0, 0, 13, 7, 6, 0]);
  });

  it("leaves no card for after days of rest that reach to the exam, nor for those that follow a pause", () => {
    const restsOn = (day: number) => day >= TODAY + 5;
    const plan = planNewCards(createCards(40, 20), { ...PACE, limit: 10, restsOn }, TODAY);
    expect(countPerDay(plan, 5).reduce((sum, count) => sum + count, 0)).toBe(40);
    const paused = planNewCards(createCards(40, 20), { ...PACE, pausedUntil: TODAY + 4, restsOn }, TODAY);
    expect(paused).not.toContain(null);
  });

  it("misses no card without a limit, and introduces none on its last exam day or later", () => {
    const cards = fc.array(fc.record({ examDays: fc.array(fc.integer({ min: TODAY - 3, max: TODAY + 40 })) }));
    const pace = fc.record({
      limit: fc.option(fc.nat(8)),
      pausedUntil: fc.option(fc.integer({ min: TODAY, max: TODAY + 20 })),
    });
    fc.assert(
      fc.property(cards, pace, (unseen, chosen) => {
        const plan = planNewCards(unseen, { ...PACE, ...chosen }, TODAY);
        for (const [place, day] of plan.entries()) {
          const last = Math.max(...(unseen[place]?.examDays ?? []));
          if (day !== null) expect(day >= TODAY && day < last).toBe(true);
          else if (chosen.limit === null) expect(last).toBeLessThanOrEqual(TODAY);
        }
        if (chosen.limit !== null) {
          for (const count of countPerDay(plan, 45)) expect(count).toBeLessThanOrEqual(chosen.limit);
        }
      }),
    );
  });
});

describe("findSufficientLimit", () => {
  const all = { isWanted: () => true, inTime: TODAY + 10, most: 1000 };

  it("returns the lowest limit with which no card is missed", () => {
    expect(findSufficientLimit(createCards(100, 10), all, PACE, TODAY)).toBe(10);
    expect(findSufficientLimit(createCards(101, 10), all, PACE, TODAY)).toBe(11);
    expect(
      findSufficientLimit(
        [...createCards(30, 3), ...createCards(50, 10)],
        { ...all, isWanted: (place) => place >= 30 },
        PACE,
        TODAY,
      ),
    ).toBe(8);
    expect(findSufficientLimit(createCards(0, 10), all, PACE, TODAY)).toBe(0);
  });

  it("returns null if the highest limit is too low", () => {
    expect(findSufficientLimit(createCards(100, 10), { ...all, most: 9 }, PACE, TODAY)).toBeNull();
  });

  it("returns a limit below which a card is missed", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 60 }), (inDays) => {
        const cards = inDays.flatMap((days) => createCards(1, days));
        const wanted = { isWanted: () => true, inTime: TODAY + 15, most: 1000 };
        const enough = findSufficientLimit(cards, wanted, PACE, TODAY) as number;
        const missed = (limit: number) => planNewCards(cards, { ...PACE, limit }, TODAY).includes(null);
        expect(missed(enough)).toBe(false);
        expect(enough === 0 || missed(enough - 1)).toBe(true);
      }),
    );
  });
});
