import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_MODEL } from "#memory.ts";
import { orderQueue, type QueueCard } from "#queue.ts";
import { isPending, NEW_CARD, retrievability } from "#schedule.ts";
import { anyCardAndDay } from "#testing/arbitraries.ts";

const TODAY = 20_458;

const reviewed = (id: number, stability: number, daysAgo: number, dueIn: number): QueueCard => ({
  id,
  createdAt: 0,
  memory: { stability, difficulty: 5 },
  lastReviewDay: TODAY - daysAgo,
  dueDay: TODAY + dueIn,
});
const fresh = (id: number, createdAt: number): QueueCard => ({ ...NEW_CARD, id, createdAt });
const ids = (cards: readonly QueueCard[]) => cards.map(({ id }) => id);

/** Few ids' worth of equal recalls and creation times, so that ties happen. */
const anyDeck: fc.Arbitrary<QueueCard[]> = fc
  .array(fc.record({ reviewed: anyCardAndDay, createdAt: fc.nat(3), twin: fc.boolean() }), { maxLength: 30 })
  .map((drawn) =>
    drawn.map(({ reviewed: { card, today }, createdAt, twin }, index) => ({
      // Every card is seen from its own day, moved to TODAY.
      memory: card.memory === null ? null : twin ? { stability: 4, difficulty: 5 } : card.memory,
      lastReviewDay: card.lastReviewDay === null ? null : twin ? TODAY - 3 : card.lastReviewDay - today + TODAY,
      dueDay: card.dueDay === null ? null : twin ? TODAY : card.dueDay - today + TODAY,
      createdAt,
      id: index + 1,
    })),
  );

describe("orderQueue", () => {
  it("puts due cards by lowest recall first, then new cards by creation, then those not due", () => {
    const queue = [
      fresh(1, 200),
      reviewed(2, 10, 9, 1),
      reviewed(3, 10, 10, 0),
      fresh(4, 100),
      reviewed(5, 1, 10, -9),
      reviewed(6, 300, 40, -1),
      reviewed(7, 2, 9, 1),
    ];
    expect(ids(orderQueue(queue, TODAY, DEFAULT_MODEL))).toEqual([5, 3, 6, 4, 1, 7, 2]);
  });

  it("breaks ties by id, as numbers", () => {
    const queue = [fresh(10, 5), fresh(9, 5), reviewed(100, 4, 4, 0), reviewed(20, 4, 4, 0), reviewed(3, 4, 4, 0)];
    expect(ids(orderQueue(queue, TODAY, DEFAULT_MODEL))).toEqual([3, 20, 100, 9, 10]);
  });

  it("keeps whatever else the cards carry, and leaves the array alone", () => {
    const queue = [
      { ...fresh(2, 2), front: "b" },
      { ...fresh(1, 1), front: "a" },
    ];
    expect(orderQueue(queue, TODAY, DEFAULT_MODEL).map(({ front }) => front)).toEqual(["a", "b"]);
    expect(ids(queue)).toEqual([2, 1]);
  });

  it("does not depend on the order the cards come in", () => {
    const shuffled = anyDeck.chain((deck) =>
      fc.tuple(fc.constant(deck), fc.shuffledSubarray(deck, { minLength: deck.length })),
    );
    fc.assert(
      fc.property(shuffled, ([deck, other]) => {
        expect(ids(orderQueue(other, TODAY, DEFAULT_MODEL))).toEqual(ids(orderQueue(deck, TODAY, DEFAULT_MODEL)));
      }),
    );
  });

  it("sorts by the rule, card by card", () => {
    fc.assert(
      fc.property(anyDeck, (deck) => {
        const ordered = orderQueue(deck, TODAY, DEFAULT_MODEL);
        expect(ordered.length).toBe(deck.length);
        for (let i = 1; i < ordered.length; i++) {
          const [a, b] = [ordered[i - 1], ordered[i]] as [QueueCard, QueueCard];
          const group = (card: QueueCard) => (card.memory === null ? 1 : isPending(card, TODAY) ? 0 : 2);
          expect(group(a)).toBeLessThanOrEqual(group(b));
          if (group(a) !== group(b)) continue;
          const key = (card: QueueCard) => retrievability(card, TODAY, DEFAULT_MODEL) ?? card.createdAt;
          expect(key(a) < key(b) || (key(a) === key(b) && a.id < b.id)).toBe(true);
        }
      }),
    );
  });
});

describe("the order of two cards", () => {
  const order = (a: QueueCard, b: QueueCard) =>
    a.id === b.id ? 0 : orderQueue([a, b], TODAY, DEFAULT_MODEL)[0]?.id === a.id ? -1 : 1;

  it("is total: antisymmetric and transitive", () => {
    const three = fc.tuple(fc.nat(), fc.nat(), fc.nat());
    fc.assert(
      fc.property(
        anyDeck.filter((deck) => deck.length > 0),
        three,
        (deck, picks) => {
          const [a, b, c] = picks.map((pick) => deck[pick % deck.length]) as [QueueCard, QueueCard, QueueCard];
          expect(order(a, b) + order(b, a)).toBe(0);
          if (order(a, b) < 0 && order(b, c) < 0) expect(order(a, c)).toBe(-1);
        },
      ),
    );
  });

  it("is the order of all", () => {
    fc.assert(
      fc.property(anyDeck, (deck) => {
        expect(ids([...deck].sort(order))).toEqual(ids(orderQueue(deck, TODAY, DEFAULT_MODEL)));
      }),
    );
  });
});
