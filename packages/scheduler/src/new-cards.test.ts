import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rationNewCards } from "#new-cards.ts";

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
