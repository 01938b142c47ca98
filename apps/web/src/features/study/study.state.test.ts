// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ActiveSession,
  type Choice,
  type ChosenAnswer,
  countHints,
  countRatings,
  countRoundCards,
  getCurrentCard,
  isActive,
  isFirstMeeting,
  listChoices,
  type SessionEvent,
  type SessionState,
  type StudyCard,
  selectDifficultCards,
  selectFirstRatings,
  sessionReducer,
  shuffle,
  type TypedAnswer,
} from "#features/study/study.state.ts";
import { chooseEncouragement } from "#features/study/summary/summary.wording.ts";
import { sampleCard } from "#testing/sample-data.ts";
import { sampleQueuedCard } from "#testing/sample-reviews.ts";

const createCard = (id: number): StudyCard => sampleQueuedCard({ id });
const createCards = (count: number) => Array.from({ length: count }, (_, index) => createCard(index + 1));
const startSession = (count: number): SessionState =>
  sessionReducer({ phase: "loading" }, { type: "loaded", due: createCards(count), left: 0 });

const checked: TypedAnswer = {
  mode: "type",
  typed: ["b"],
  preselected: "forgotten",
  verdict: "wrong",
  belongsTo: null,
  gaps: [{ verdict: "wrong", nearest: "a", accent: null }],
};

function rate(state: SessionState, choice: Choice): SessionState {
  const card = getCurrentCard(state);
  if (!card) throw new Error("nothing to rate");
  const answer = sessionReducer(state, { type: "revealed" });
  const event = { type: "rated", cardId: card.id, choice, reviewId: `r${Math.random()}` } as const;
  return sessionReducer(answer, event);
}

function finish(count: number, ...choices: Choice[]): ActiveSession {
  const state = choices.reduce(rate, startSession(count));
  if (!isActive(state)) throw new Error("not active");
  return state;
}

describe("a session", () => {
  it("proceeds from the question to the answer, to the next question and to the end", () => {
    const question = startSession(2);
    expect(question).toMatchObject({ phase: "question", round: 1, mode: "study" });
    const answer = sessionReducer(question, { type: "revealed" });
    expect(answer.phase).toBe("answer");
    const second = rate(question, "easy");
    expect(second.phase).toBe("question");
    expect(getCurrentCard(second)?.id).toBe(2);
    expect(rate(second, "hard").phase).toBe("done");
  });

  it("asks a card again whose typed answer was undone, and shows the answer of one that was turned over", () => {
    const answer = sessionReducer(startSession(2), { type: "revealed", checked });
    const rated = sessionReducer(answer, { type: "rated", cardId: 1, choice: "forgotten", reviewId: "r" });
    expect(rated).toMatchObject({ checked: undefined, ratings: [{ mode: "type" }] });
    const undone = sessionReducer(rated, { type: "undone" });
    expect(undone).toMatchObject({ phase: "question", ratings: [], checked: undefined });
    expect(getCurrentCard(undone)?.id).toBe(1);
    const turned = sessionReducer(rate(startSession(2), "easy"), { type: "undone" });
    expect(turned).toMatchObject({ phase: "answer", checked: undefined });
  });

  it("rates with a choice at once, shows the verdict until the student goes on, and asks again after an undo", () => {
    const checked: ChosenAnswer = { mode: "choose", preselected: "forgotten", chosen: "b", belongsTo: null };
    const event = { type: "chosen", cardId: 1, choice: "forgotten", reviewId: "r", checked } as const;
    const verdict = sessionReducer(startSession(1), event);
    expect(verdict).toMatchObject({ phase: "verdict", checked, ratings: [{ mode: "choose" }] });
    expect(getCurrentCard(verdict)?.id).toBe(1);
    expect(sessionReducer(verdict, event)).toBe(verdict);
    const again = sessionReducer(verdict, { type: "continued" });
    expect(again).toMatchObject({ phase: "question", checked: undefined, queue: [{ id: 1 }, { id: 1 }] });
    expect(sessionReducer(again, { type: "continued" })).toBe(again);
    const right = { ...event, choice: "medium", checked: { ...checked, preselected: "medium" } } as const;
    const last = sessionReducer(again, right);
    expect(last.phase).toBe("verdict");
    expect(sessionReducer(last, { type: "continued" }).phase).toBe("done");
    for (const state of [verdict, again]) {
      const undone = sessionReducer(state, { type: "undone" });
      expect(undone).toMatchObject({ phase: "question", ratings: [], queue: [{ id: 1 }], checked: undefined });
    }
  });

  it("corrects the verdict on a typed answer, but not on a card that was turned over", () => {
    const known = { ...checked, preselected: "medium" as const };
    const answer = sessionReducer(startSession(1), { type: "revealed", checked });
    expect(sessionReducer(answer, { type: "revealed", checked: known })).toMatchObject({ checked: known });
    const turned = sessionReducer(startSession(1), { type: "revealed" });
    expect(sessionReducer(turned, { type: "revealed", checked: known })).toBe(turned);
  });

  it("rates a card after a hint as hard at most, after options as forgotten, and as typed even if it was turned over", () => {
    const hint = (state: SessionState, step: number, cardId = 1) =>
      sessionReducer(state, { type: "hinted", cardId, step });
    const rateAll = (state: SessionState) =>
      (["easy", "medium", "hard", "forgotten"] as const).map((one) => {
        const rated = rate(state, one);
        return isActive(rated) ? rated.ratings[0] : undefined;
      });
    const hinted = hint(startSession(2), 1);
    for (const late of [hint(hinted, 1), hint(hinted, 2, 2), hint(sessionReducer(hinted, { type: "revealed" }), 2)])
      expect(late).toMatchObject({ hints: { 1: 1 } });
    const ofTyped = { cardId: 1, mode: "type", hints: 1 };
    expect(rateAll(hinted)).toMatchObject([
      undefined,
      undefined,
      { ...ofTyped, choice: "hard" },
      { ...ofTyped, choice: "forgotten" },
    ]);
    const chosen = hint(hint(hinted, 2), 3);
    expect(rateAll(chosen).map((rating) => rating?.choice)).toEqual([undefined, undefined, undefined, "forgotten"]);
    const switched = [false, true].reduce<SessionState>((state, typing) => {
      return sessionReducer(state, { type: "switched", typing });
    }, hinted);
    expect(switched).toMatchObject({ hints: { 1: 1 } });
  });

  it("restores the hints of an undone rating, and keeps those of the card that followed", () => {
    const hint = (state: SessionState, step: number, cardId: number) =>
      sessionReducer(state, { type: "hinted", cardId, step });
    const second = hint(rate(hint(startSession(2), 2, 1), "hard"), 1, 2);
    expect(second).toMatchObject({ hints: { 2: 1 } });
    const undone = sessionReducer(second, { type: "undone" });
    if (!isActive(undone)) throw new Error("not active");
    expect([undone.phase, countHints(undone), listChoices(undone)]).toEqual(["question", 2, ["hard", "forgotten"]]);
    const again = rate(undone, "forgotten");
    expect(again).toMatchObject({ ratings: [{ hints: 2 }], hints: { 2: 1 } });
    // The card comes again without hints, and is known to be forgotten.
    const last = rate(again, "hard");
    expect([isActive(last) && countHints(last), getCurrentCard(last)?.lastChoice]).toEqual([0, "forgotten"]);
  });

  it("notes how cards were last rated when a round begins again", () => {
    const done = finish(2, "easy", "forgotten", "hard");
    const again = sessionReducer(done, { type: "restarted", deck: done.deck });
    expect(again).toMatchObject({ queue: [{ lastChoice: "easy" }, { lastChoice: "hard" }] });
  });

  it("rests if nothing is due, and practises only on request and if there are cards", () => {
    const resting = sessionReducer({ phase: "loading" }, { type: "rested", practice: createCards(2) });
    expect(resting).toMatchObject({ phase: "resting" });
    expect(sessionReducer(resting, { type: "revealed" })).toBe(resting);
    const practice = sessionReducer(resting, { type: "practised" });
    expect(practice).toMatchObject({ phase: "question", mode: "practice", left: 0 });
    expect(sessionReducer(practice, { type: "practised" })).toBe(practice);
    const empty = sessionReducer({ phase: "loading" }, { type: "rested", practice: [] });
    expect(sessionReducer(empty, { type: "practised" })).toBe(empty);
  });

  it("rates only the current card, only once, and only while its answer is shown", () => {
    const question = startSession(3);
    const rating = { type: "rated", cardId: 1, choice: "easy", reviewId: "a" } as const;
    expect(sessionReducer(question, rating)).toBe(question);
    const answer = sessionReducer(question, { type: "revealed" });
    expect(sessionReducer(answer, { ...rating, cardId: 2 })).toBe(answer);
    const once = sessionReducer(answer, rating);
    expect(sessionReducer(once, rating)).toBe(once);
    const next = sessionReducer(once, { type: "revealed" });
    expect(sessionReducer(next, rating)).toBe(next);
  });

  it("returns from the summary to the answer when the last rating is undone", () => {
    const done = finish(1, "hard");
    const undone = sessionReducer(done, { type: "undone" });
    expect(undone).toMatchObject({ phase: "answer", ratings: [] });
    expect(getCurrentCard(undone)?.id).toBe(1);
  });

  it("studies all cards again in the given order, with counts reset and without obsolete intervals", () => {
    const done = finish(2, "easy", "hard");
    const again = sessionReducer(done, { type: "restarted", deck: [...done.deck].reverse() });
    expect(again).toMatchObject({ phase: "question", round: 2, ratings: [] });
    expect(getCurrentCard(again)).toMatchObject({ id: 2, nextIntervals: null });
    const known = sessionReducer(again, {
      type: "intervalsKnown",
      intervals: new Map([[2, { hard: 1, medium: 1, easy: 7 }]]),
    });
    expect(getCurrentCard(known)?.nextIntervals).toEqual({ hard: 1, medium: 1, easy: 7 });
  });

  it("repeats the hard and the forgotten cards, and can study all cards again afterwards", () => {
    const done = finish(4, "easy", "hard", "medium", "forgotten", "easy");
    expect(selectDifficultCards(done).map(({ id }) => id)).toEqual([2, 4]);
    const repeated = sessionReducer(done, { type: "difficultRepeated" }) as ActiveSession;
    expect(repeated.queue.map(({ id }) => id)).toEqual([2, 4]);
    const end = rate(rate(repeated, "easy"), "easy") as ActiveSession;
    expect(sessionReducer(end, { type: "difficultRepeated" })).toBe(end);
    const all = sessionReducer(end, { type: "restarted", deck: end.deck }) as ActiveSession;
    expect(all.queue.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it("asks forgotten cards again at the end until they are recalled, without obsolete intervals", () => {
    const first = finish(3, "forgotten", "easy", "forgotten");
    expect(first.phase).toBe("question");
    expect(first.queue.map(({ id }) => id)).toEqual([1, 2, 3, 1, 3]);
    expect(getCurrentCard(first)).toMatchObject({ id: 1, nextIntervals: null });
    const again = rate(rate(first, "forgotten"), "medium") as ActiveSession;
    expect(getCurrentCard(again)?.id).toBe(1);
    const done = rate(again, "hard") as ActiveSession;
    expect(done.phase).toBe("done");
    expect(countRoundCards(done)).toBe(3);
  });

  it("counts each card once, by its first rating", () => {
    const done = finish(3, "forgotten", "easy", "medium", "easy");
    expect(done.phase).toBe("done");
    expect(countRatings(done)).toEqual({ studied: 3, easy: 1, medium: 1, hard: 1 });
    expect(selectFirstRatings(done).map(({ card, rating }) => [card.id, rating.choice])).toEqual([
      [1, "forgotten"],
      [2, "easy"],
      [3, "medium"],
    ]);
    expect(selectDifficultCards(done).map(({ id }) => id)).toEqual([1]);
  });

  it("does not ask a card again if its forgotten rating was undone", () => {
    const repeating = finish(2, "easy", "forgotten");
    const back = sessionReducer(repeating, { type: "undone" }) as ActiveSession;
    expect(back).toMatchObject({ phase: "answer", queue: [{ id: 1 }, { id: 2 }] });
    expect(getCurrentCard(back)?.nextIntervals).not.toBeNull();
    expect(rate(back, "medium").phase).toBe("done");
    const recalled = sessionReducer(rate(repeating, "easy"), { type: "undone" });
    expect(recalled).toMatchObject({ phase: "answer", queue: [{ id: 1 }, { id: 2 }, { id: 2 }] });
  });

  it("shows an edited card's new texts", () => {
    const card = { ...sampleCard({ id: 1 }), front: "F {{c1::B}}", format: "markdown" as const, variant: "c1" };
    const edited = sessionReducer(startSession(2), { type: "edited", cards: [card], removed: [] });
    expect(getCurrentCard(edited)).toMatchObject({ front: "F {{c1::B}}", format: "markdown", variant: "c1" });
  });

  it("tells whether most cards were seen for the first time", () => {
    const started = startSession(3) as ActiveSession;
    const isFirst = (fresh: number) => {
      const deck = started.deck.map(
        (card, place) => ({ ...card, difficulty: place < fresh ? "new" : "easy" }) as const,
      );
      return isFirstMeeting(
        rate(rate(rate({ ...started, deck, queue: deck }, "easy"), "easy"), "easy") as ActiveSession,
      );
    };
    expect([0, 1, 2, 3].map(isFirst)).toEqual([false, false, true, true]);
  });

  it("neither asks nor counts a deleted card", () => {
    const again = finish(2, "forgotten", "easy");
    const done = sessionReducer(again, { type: "edited", cards: [], removed: [1] }) as ActiveSession;
    expect(done).toMatchObject({ phase: "done", deck: [{ id: 2 }], queue: [{ id: 2 }], ratings: [{ cardId: 2 }] });
    expect(countRatings(done)).toEqual({ studied: 1, easy: 1, medium: 0, hard: 0 });
    const answer = sessionReducer(startSession(2), { type: "revealed" });
    const next = sessionReducer(answer, { type: "edited", cards: [], removed: [1] });
    expect(next).toMatchObject({ phase: "question", queue: [{ id: 2 }] });
  });

  it.each([
    [5, 3, "excellent"],
    [10, 5, "great"],
    [5, 2, "great"],
    [5, 1, "good-effort"],
    [6, 1, "keep-going"],
    [0, 0, "keep-going"],
  ] as const)("encourages %i cards with %i easy ones: %s", (studied, easy, expected) => {
    expect(chooseEncouragement({ studied, easy, medium: studied - easy, hard: 0 })).toBe(expected);
  });
});

const choice = fc.constantFrom<Choice>("easy", "medium", "hard", "forgotten");
const event: fc.Arbitrary<SessionEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<SessionEvent>({ type: "revealed" }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("rated" as const),
      cardId: fc.integer({ min: 1, max: 5 }),
      choice,
      reviewId: fc.uuid(),
    }),
  },
  fc.record({
    type: fc.constant("hinted" as const),
    cardId: fc.integer({ min: 1, max: 5 }),
    step: fc.integer({ min: 1, max: 3 }),
  }),
  fc.constant<SessionEvent>({ type: "undone" }),
  fc.constant<SessionEvent>({ type: "difficultRepeated" }),
  fc.constant<SessionEvent>({ type: "restarted", deck: createCards(5) }),
);

/** Makes most ratings rate the current card, because the session ignores all others. */
function aimAtCurrentCard(state: SessionState, one: SessionEvent): SessionEvent {
  const card = getCurrentCard(state);
  const isAimed = one.type === "rated" || one.type === "hinted";
  return isAimed && card && one.cardId > 2 ? { ...one, cardId: card.id } : one;
}

describe("a session whose cards are not all loaded", () => {
  const startPartlyLoaded = (here: number, cards: number) =>
    sessionReducer(
      { phase: "loading" },
      { type: "loaded", due: createCards(here), left: 0, more: { cards, after: "a" } },
    );
  const extend = (state: SessionState, ids: readonly number[], next: string | null, after = "a") =>
    sessionReducer(state, { type: "extended", after, cards: ids.map(createCard), next });
  const listQueueIds = (state: SessionState) => (isActive(state) ? state.queue.map(({ id }) => id) : []);

  it("inserts loaded cards before the forgotten ones, without those it already contains", () => {
    const state = extend(rate(startPartlyLoaded(3, 4), "forgotten"), [3, 4, 5], "b");
    expect(listQueueIds(state)).toEqual([1, 2, 3, 4, 5, 1]);
    expect(state).toMatchObject({ more: { cards: 2, after: "b" }, deck: [1, 2, 3, 4, 5].map((id) => ({ id })) });
    expect(listQueueIds(extend(state, [6, 7, 8], "c", "b"))).toEqual([1, 2, 3, 4, 5, 6, 7, 1]);
    expect(extend(state, [6, 7, 8], "c", "b")).toMatchObject({ more: null });
    expect(extend(state, [6], null, "b")).toMatchObject({ more: null });
  });

  it("ignores a portion that arrives twice or belongs to another cursor", () => {
    const state = extend(startPartlyLoaded(3, 4), [4], "b");
    expect(extend(state, [4], "b")).toBe(state);
    expect(extend(startSession(2), [4], null)).toEqual(startSession(2));
  });

  it("leaves cards that are not loaded in time for another session", () => {
    const asked = rate(rate(startPartlyLoaded(2, 30), "forgotten"), "easy");
    expect(asked).toMatchObject({ phase: "question", left: 30, more: null });
    expect(extend(asked, [3], null)).toBe(asked);
    expect(rate(asked, "easy")).toMatchObject({ phase: "done", left: 30 });
    const resting: SessionState = { phase: "resting", practice: createCards(1), more: { cards: 9, after: "a" } };
    expect(rate(sessionReducer(resting, { type: "practised" }), "easy")).toMatchObject({ phase: "done", left: 0 });
  });
});

describe("any sequence of events", () => {
  it("keeps the counts, the position in the queue and the phase consistent", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let state = startSession(5);
        for (const one of events) {
          state = sessionReducer(state, aimAtCurrentCard(state, one));
          if (!isActive(state)) throw new Error("fell out of the session");
          const { studied, easy, medium, hard } = countRatings(state);
          const ratingCount = state.ratings.length;
          expect(easy + medium + hard).toBe(studied);
          expect(studied).toBe(Math.min(ratingCount, countRoundCards(state)));
          expect(state.phase === "done").toBe(ratingCount === state.queue.length);
          expect(state.ratings.map(({ cardId }) => cardId)).toEqual(
            state.queue.slice(0, ratingCount).map(({ id }) => id),
          );
          const round = state.queue.slice(0, countRoundCards(state)).map(({ id }) => id);
          expect(new Set(round).size).toBe(round.length);
          // The server refuses others.
          for (const { choice, mode, hints = 0 } of state.ratings) {
            const possible = hints === 0 ? choice : hints < 3 ? ["hard", "forgotten"] : ["forgotten"];
            expect(possible).toContain(choice);
            expect(mode).toBe(hints > 0 ? "type" : undefined);
          }
          if (state.phase === "done")
            expect(state.ratings.findLast(({ choice }) => choice)?.choice).not.toBe("forgotten");
        }
      }),
    );
  });

  it("is reversed by undo, rating by rating", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(choice, fc.nat(3)), { minLength: 1, maxLength: 5 }), (choices) => {
        const before: SessionState[] = [];
        let state = startSession(5);
        for (const [one, step] of choices) {
          const cardId = getCurrentCard(state)?.id ?? 0;
          if (step > 0) state = sessionReducer(state, { type: "hinted", cardId, step });
          before.push(step > 0 ? state : sessionReducer(state, { type: "revealed" }));
          state = rate(state, step === 0 ? one : "forgotten");
        }
        for (const expected of before.reverse()) {
          state = sessionReducer(state, { type: "undone" });
          expect({ ...state, hints: {} }).toEqual({ ...expected, hints: {} });
          expect(isActive(state) && countHints(state)).toBe(isActive(expected) && countHints(expected));
        }
      }),
    );
  });
});

it("shuffles cards without losing or repeating one", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer()),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (items, chances) => {
        const result = shuffle(items, () => chances.next().value as number);
        expect(result.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
      },
    ),
  );
  expect(shuffle([1, 2, 3], () => 0)).toEqual([2, 3, 1]);
});
