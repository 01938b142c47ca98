import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysMet, LEAD_DAYS, limitToMeet, type NewCardPace, rationNewCards, type UnmetCard } from "#new-cards.ts";

const TODAY = 20_000;
const fresh = (unseen: number, limit: number | null = null) => ({ unseen, begun: 0, limit });

describe("rationNewCards", () => {
  it("spreads the cards over the days until a week before the exam", () => {
    expect(rationNewCards(fresh(230), TODAY, TODAY + 30)).toEqual({ perDay: 10, today: 10, missed: 0 });
    expect(rationNewCards({ unseen: 226, begun: 4, limit: null }, TODAY, TODAY + 30)).toMatchObject({
      perDay: 10,
      today: 6,
    });
  });

  it("takes the first half of the days where there are few", () => {
    expect(rationNewCards(fresh(40), TODAY, TODAY + 8).perDay).toBe(10);
    expect(rationNewCards(fresh(40), TODAY, TODAY + 1)).toEqual({ perDay: 40, today: 40, missed: 0 });
  });

  it("keeps to the learner's limit, and says what is then missed", () => {
    expect(rationNewCards(fresh(100, 20), TODAY, TODAY + 30)).toEqual({ perDay: 5, today: 5, missed: 0 });
    expect(rationNewCards(fresh(100, 3), TODAY, TODAY + 30)).toEqual({ perDay: 3, today: 3, missed: 10 });
    expect(rationNewCards(fresh(100, 0), TODAY, TODAY + 30)).toEqual({ perDay: 0, today: 0, missed: 100 });
  });

  it("gives none on the exam day or after it", () => {
    expect(rationNewCards(fresh(5), TODAY, TODAY)).toEqual({ perDay: 0, today: 0, missed: 5 });
  });

  it("followed day by day, has shown all but those that it said would be missed", () => {
    const limits = fc.option(fc.nat(60));
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 365 }), limits, (unseen, daysLeft, limit) => {
        let left = unseen;
        const said = rationNewCards(fresh(unseen, limit), TODAY, TODAY + daysLeft).missed;
        for (let day = TODAY; day < TODAY + daysLeft; day++) {
          const { today, perDay, missed } = rationNewCards(fresh(left, limit), day, TODAY + daysLeft);
          expect([today, perDay, missed].every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
          if (limit !== null) expect(perDay).toBeLessThanOrEqual(limit);
          const { today: rest } = rationNewCards({ unseen: left - today, begun: today, limit }, day, TODAY + daysLeft);
          expect(rest).toBe(0);
          left -= today;
        }
        if (said === 0) expect(left).toBe(0);
        else expect(left).toBe(said);
      }),
    );
  });
});

const PACE: NewCardPace = { limit: null, begun: 0, begunFor: () => 0, pausedUntil: null };
const deck = (size: number, ...inDays: number[]): UnmetCard[] =>
  Array.from({ length: size }, () => ({ examDays: inDays.map((days) => TODAY + days) }));
const perDay = (met: readonly (number | null)[], days: number) =>
  Array.from({ length: days }, (_, day) => met.filter((each) => each === TODAY + day).length);

describe("daysMet", () => {
  it("meets the cards of one exam as they are rationed, the oldest first", () => {
    const met = daysMet(deck(40, 11), PACE, TODAY);
    expect(perDay(met, 11)).toEqual([7, 7, 6, 5, 4, 4, 3, 2, 1, 1, 0]);
    expect(met).toEqual(met.toSorted());
  });

  it("counts what was begun today, and lets other cards take from the limit", () => {
    const begun = { ...PACE, begun: 5, begunFor: (examDay: number) => (examDay === TODAY + 30 ? 4 : 0) };
    expect(perDay(daysMet(deck(226, 30), begun, TODAY), 2)).toEqual([6, 10]);
    expect(perDay(daysMet(deck(226, 30), { ...begun, limit: 8 }, TODAY), 2)).toEqual([3, 8]);
  });

  it("gives the nearest exam the first of the limit, and each card to its nearest exam", () => {
    const cards = [...deck(10, 20), ...deck(6, 20, 3)];
    const met = daysMet(cards, { ...PACE, limit: 4 }, TODAY);
    expect(perDay(met.slice(10), 3)).toEqual([3, 3, 0]);
    expect(perDay(met.slice(0, 10), 4)).toEqual([1, 1, 1, 1]);
  });

  it("gives a card that was missed to the exam after", () => {
    const met = daysMet(deck(5, 2, 9), { ...PACE, limit: 1 }, TODAY);
    expect(perDay(met, 9)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0]);
  });

  it("waits while the learner catches up, unless the last new cards would come late", () => {
    const pausedUntil = TODAY + 4;
    expect(perDay(daysMet(deck(4, 5 + LEAD_DAYS), { ...PACE, pausedUntil }, TODAY), 6)).toEqual([0, 0, 0, 0, 0, 1]);
    expect(perDay(daysMet(deck(4, 4 + LEAD_DAYS), { ...PACE, pausedUntil }, TODAY), 6)).toEqual([1, 1, 1, 1, 0, 0]);
  });

  it("misses no card without a limit, and begins none on its exam day or after", () => {
    const cards = fc.array(fc.record({ examDays: fc.array(fc.integer({ min: TODAY - 3, max: TODAY + 40 })) }));
    const pace = fc.record({
      limit: fc.option(fc.nat(8)),
      pausedUntil: fc.option(fc.integer({ min: TODAY, max: TODAY + 20 })),
    });
    fc.assert(
      fc.property(cards, pace, (unmet, chosen) => {
        const met = daysMet(unmet, { ...PACE, ...chosen }, TODAY);
        for (const [place, day] of met.entries()) {
          const last = Math.max(...(unmet[place]?.examDays ?? []));
          if (day !== null) expect(day >= TODAY && day < last).toBe(true);
          else if (chosen.limit === null) expect(last).toBeLessThanOrEqual(TODAY);
        }
        if (chosen.limit !== null) {
          for (const count of perDay(met, 45)) expect(count).toBeLessThanOrEqual(chosen.limit);
        }
      }),
    );
  });
});

describe("limitToMeet", () => {
  const all = { isWanted: () => true, inTime: TODAY + 10, most: 1000 };

  it("is the lowest limit that misses none of the cards", () => {
    expect(limitToMeet(deck(100, 10), all, PACE, TODAY)).toBe(10);
    expect(limitToMeet(deck(101, 10), all, PACE, TODAY)).toBe(11);
    expect(
      limitToMeet([...deck(30, 3), ...deck(50, 10)], { ...all, isWanted: (place) => place >= 30 }, PACE, TODAY),
    ).toBe(8);
    expect(limitToMeet(deck(0, 10), all, PACE, TODAY)).toBe(0);
  });

  it("is none where the highest is too low", () => {
    expect(limitToMeet(deck(100, 10), { ...all, most: 9 }, PACE, TODAY)).toBeNull();
  });

  it("makes the difference", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 60 }), (inDays) => {
        const cards = inDays.flatMap((days) => deck(1, days));
        const wanted = { isWanted: () => true, inTime: TODAY + 15, most: 1000 };
        const enough = limitToMeet(cards, wanted, PACE, TODAY) as number;
        const missed = (limit: number) => daysMet(cards, { ...PACE, limit }, TODAY).includes(null);
        expect(missed(enough)).toBe(false);
        expect(enough === 0 || missed(enough - 1)).toBe(true);
      }),
    );
  });
});
