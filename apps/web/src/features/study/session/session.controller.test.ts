import type { Rating } from "@repasa/contract/study.ts";
import { describe, expect, it, vi } from "vitest";
import { LOCAL_IDS_FROM } from "#features/device/outbox/outbox.entry.ts";
import { type CompareCards, type DeckStore, Snapshots } from "#features/study/deck/deck.snapshot.ts";
import { StudyController } from "#features/study/session/session.controller.ts";
import type { RemainingCards, StudyQueue, TypedAnswer } from "#features/study/study.state.ts";
import { getCurrentCard, isActive } from "#features/study/study.state.ts";
import { ApiError } from "#lib/api-error.ts";
import { noteReached, noteUnreached } from "#lib/connection.ts";
import { consoleOutput } from "#testing/console-output.ts";
import { sampleCard } from "#testing/sample-data.ts";
import { sampleQueuedCard } from "#testing/sample-reviews.ts";

const intervals = { hard: 1, medium: 3, easy: 7 };
const cards = [1, 2, 3].map((id) => sampleQueuedCard({ id, nextIntervals: intervals }));

/** Opens a browser tab, whose storage survives its pages. */
function openTab() {
  const decks = new Map<string, Awaited<ReturnType<DeckStore["get"]>>>();
  const outbox = { rate: vi.fn(), undo: vi.fn(), flush: vi.fn(async () => true) };
  const records: { known: number | null; complete: ReturnType<typeof vi.fn>; count: ReturnType<typeof vi.fn> }[] = [];
  const loadQueue = vi.fn(async (): Promise<StudyQueue> => ({ due: cards, left: 0 }));
  type Loaded = { cards: typeof cards; next: string | null };
  const loadMore = vi.fn(async (_mode: string, _more: RemainingCards): Promise<Loaded> => ({ cards: [], next: null }));
  const changePendingCount = vi.fn();
  const compare = vi.fn<CompareCards>(async () => undefined);
  const loadIntervals = vi.fn(async () => new Map(cards.map(({ id }) => [id, { ...intervals, medium: 1 }])));
  let now = 0;
  let wallClock = 0;
  let ids = 0;

  async function openPage() {
    const controller = new StudyController({
      loadQueue,
      loadMore,
      loadIntervals,
      outbox: () => outbox,
      changePendingCount,
      snapshots: new Snapshots({
        userId: 1,
        folderId: 1,
        storage: sessionStorage,
        decks: {
          put: async (deck) => void decks.set(deck.id, deck),
          get: async (id) => decks.get(id),
          remove: async (id) => void decks.delete(id),
        },
        now: () => wallClock,
        ready: async () => {},
        today: () => "2026-03-01",
        newId: () => "deck",
        compare,
      }),
      compare,
      beginRecord: (known) => {
        const record = {
          known,
          id: () => known ?? 40 + records.length,
          count: vi.fn(),
          complete: vi.fn(),
          flush: vi.fn(),
          whenRecorded: async () => {},
        };
        records.push(record);
        return record;
      },
      now: () => wallClock,
      monotonic: () => now,
      newId: () => `review ${++ids}`,
      random: () => 0,
    });
    controller.start();
    await vi.waitFor(() => expect(controller.state().phase).not.toBe("loading"));
    const rate = (choice: Parameters<typeof controller.rate>[0]) => {
      controller.reveal();
      controller.rate(choice);
    };
    return { controller, rate, state: controller.state };
  }
  const pass = (ms: number) => {
    now += ms;
    wallClock += ms;
  };
  const setClock = (ms: number) => {
    wallClock = ms;
  };
  return { openPage, outbox, changePendingCount, records, loadQueue, loadMore, loadIntervals, compare, pass, setClock };
}

describe("StudyController", () => {
  it("sends each rating with the time its question was shown, even if the clock is changed", async () => {
    const { openPage, outbox, pass, setClock } = openTab();
    const { controller, rate } = await openPage();
    pass(4000);
    controller.reveal();
    pass(1000);
    controller.rate("forgotten");
    controller.rate("forgotten");
    pass(200);
    setClock(20 * 86_400_000);
    rate("easy");
    const first = { difficulty: "hard", answerResult: "incorrect", durationMs: 5000, studySessionId: 41 };
    const second = { difficulty: "easy", answerResult: "correct", durationMs: 200, studySessionId: 41 };
    expect(outbox.rate.mock.calls).toEqual([
      [1, { ...first, interval: 1, reviewId: "review 1" }],
      [2, { ...second, interval: 7, reviewId: expect.any(String) }],
    ]);
    expect(controller.state()).toMatchObject({ ratings: [{ durationMs: 5000 }, { durationMs: 200 }] });
  });

  it("sends which card was confused, if the student has not recalled the card and the server knows the other one", async () => {
    const { openPage, outbox } = openTab();
    const { controller } = await openPage();
    const gaps = [{ verdict: "wrong", nearest: "a", accent: null }] as const;
    const typed = { mode: "type", typed: ["b"], preselected: "forgotten", verdict: "wrong", gaps } as const;
    const answers: [TypedAnswer, Parameters<typeof controller.rate>[0]][] = [
      [{ ...typed, belongsTo: "otra", confusedWith: 7 }, "forgotten"],
      [{ ...typed, belongsTo: "otra", confusedWith: 7 }, "hard"],
      [{ ...typed, belongsTo: "otra", confusedWith: 7, known: true }, "forgotten"],
      [{ ...typed, belongsTo: "otra", confusedWith: LOCAL_IDS_FROM }, "forgotten"],
      [{ ...typed, belongsTo: null }, "forgotten"],
    ];
    for (const [checked, choice] of answers) {
      controller.reveal(checked);
      controller.rate(choice);
    }
    const sent = outbox.rate.mock.calls.map(([, rating]) => (rating as Rating).confusedWith);
    expect(sent).toEqual([7, undefined, undefined, undefined, undefined]);
    const confused = { id: 7, question: "otra" };
    expect(controller.state()).toMatchObject({
      ratings: [{ confused }, {}, {}, { confused: { id: LOCAL_IDS_FROM } }, {}],
    });
  });

  it("sends the hints of a typed answer, also after a reload, and after an undo", async () => {
    const { openPage, outbox } = openTab();
    (await openPage()).controller.hint(1, 1);
    const reloaded = await openPage();
    reloaded.rate("medium");
    reloaded.controller.rate("hard");
    reloaded.controller.undo();
    (await openPage()).rate("easy");
    const again = await openPage();
    again.controller.rate("hard");
    const sent = { difficulty: "hard", answerResult: "correct", mode: "type", hints: 1 };
    expect(outbox.rate.mock.calls).toMatchObject([
      [1, sent],
      [1, sent],
    ]);
    again.rate("easy");
    expect(outbox.rate.mock.lastCall?.[1]).not.toHaveProperty("hints");
  });

  it("drops the card of a deleted gap, and ends if it was the last card", async () => {
    const { openPage, records } = openTab();
    const { controller, rate, state } = await openPage();
    rate("easy");
    rate("easy");
    const before = getCurrentCard(state());
    if (!before) throw new Error("nothing is asked");
    controller.edited(sampleCard({ id: 8 }), before);
    expect(state()).toMatchObject({ phase: "done", deck: [{ id: 1 }, { id: 2 }] });
    expect(records[0]?.complete).toHaveBeenCalledOnce();
  });

  it("follows what other devices do to its cards, but leaves the one that is asked", async () => {
    const { openPage, compare } = openTab();
    const { controller, rate, state } = await openPage();
    rate("easy");
    const edited = [2, 3].map((id) => ({ ...sampleCard({ id }), front: "Editada" }));
    compare.mockResolvedValue({ edited, removed: [] });
    await controller.compare();
    expect(state()).toMatchObject({ deck: [{ id: 1 }, { front: cards[1]?.front }, { front: "Editada" }] });
    compare.mockResolvedValue({ edited: [], removed: [2, 3] });
    await controller.compare();
    expect(state()).toMatchObject({ phase: "question", deck: [{ id: 1 }, { id: 2 }] });
    const unchanged = state();
    compare.mockResolvedValue({ edited: [], removed: [2] });
    await controller.compare();
    expect(state()).toBe(unchanged);
    expect((await openPage()).state()).toMatchObject({ phase: "done", deck: [{ id: 1 }] });
  });

  it("keeps the rated cards that another device deletes, so that each rating counts and can be undone", async () => {
    const { openPage, outbox, compare } = openTab();
    const { controller, rate, state } = await openPage();
    rate("easy");
    rate("medium");
    compare.mockResolvedValue({ edited: [], removed: [2] });
    await controller.compare();
    expect(state()).toMatchObject({ deck: [{ id: 1 }, { id: 2 }, { id: 3 }], ratings: [{ cardId: 1 }, { cardId: 2 }] });
    const reloaded = await openPage();
    expect(reloaded.state()).toEqual(state());
    reloaded.controller.undo();
    expect(outbox.undo.mock.calls).toEqual([[2, "review 2"]]);
  });

  it("continues after a reload with the same card, and can undo earlier ratings", async () => {
    const { openPage, outbox, loadQueue, records } = openTab();
    const first = await openPage();
    first.rate("easy");
    first.rate("hard");
    first.controller.reveal();
    const reloaded = await openPage();
    expect(reloaded.state()).toEqual(first.state());
    expect(loadQueue).toHaveBeenCalledTimes(1);
    expect(records.map(({ known }) => known)).toEqual([null, 41]);
    reloaded.controller.undo();
    expect(outbox.undo).toHaveBeenCalledWith(2, "review 2");
    expect(getCurrentCard(reloaded.state())?.id).toBe(2);
  });

  it("undoes a rating from the summary after a reload, and can then complete the session again", async () => {
    const { openPage, outbox, records } = openTab();
    const first = await openPage();
    for (const choice of ["easy", "medium", "hard"] as const) first.rate(choice);
    const { controller, state } = await openPage();
    expect(state().phase).toBe("done");
    expect(records[0]?.complete).toHaveBeenCalledOnce();
    controller.undo();
    expect(outbox.undo).toHaveBeenCalledWith(3, "review 3");
    controller.rate("easy");
    expect(records.at(-1)?.complete.mock.calls).toEqual([
      [{ studied: 3, easy: 2, medium: 1, hard: 0 }, expect.any(Date)],
    ]);
  });

  it("ends the session when the screen is left, so that the next visit loads the due cards", async () => {
    const { openPage, loadQueue } = openTab();
    const first = await openPage();
    first.rate("easy");
    first.controller.leave();
    const second = await openPage();
    expect(loadQueue).toHaveBeenCalledTimes(2);
    expect(second.state()).toMatchObject({ ratings: [] });
  });

  it("ignores cards that are loaded after the screen is left", async () => {
    const { openPage, loadQueue, loadMore } = openTab();
    const more = { cards: 600, after: "3" };
    loadQueue.mockResolvedValueOnce({ due: cards, left: 0, more });
    let answer = (_: Awaited<ReturnType<typeof loadMore>>) => {};
    loadMore.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const { controller, rate, state } = await openPage();
    await vi.waitFor(() => expect(loadMore).toHaveBeenCalledOnce());
    rate("easy");
    controller.leave();
    const left = state();
    answer({ cards: cards.map((card) => ({ ...card, id: card.id + 3 })), next: "6" });
    await new Promise((resolve) => setTimeout(resolve));
    expect(state()).toBe(left);
    expect(loadMore).toHaveBeenCalledOnce();
    expect((await openPage()).state()).toMatchObject({ ratings: [], deck: [{ id: 1 }, { id: 2 }, { id: 3 }] });
    expect(loadQueue).toHaveBeenCalledTimes(2);
  });

  it("loads the intervals again when a new round starts", async () => {
    const { openPage, records, loadIntervals } = openTab();
    const { controller, rate, state } = await openPage();
    for (const choice of ["easy", "hard", "easy"] as const) rate(choice);
    controller.studyAgain();
    const shuffledOrder = isActive(controller.state()) && controller.state();
    expect(shuffledOrder).toMatchObject({ round: 2, queue: [{ id: 2 }, { id: 3 }, { id: 1 }] });
    expect(getCurrentCard(state())?.nextIntervals).toBeNull();
    await vi.waitFor(() => expect(getCurrentCard(state())?.nextIntervals).toEqual({ ...intervals, medium: 1 }));
    expect(loadIntervals).toHaveBeenCalledWith([2, 3, 1]);
    expect(records).toHaveLength(2);
  });

  it("loads the intervals of a forgotten card after its rating is delivered, before it is asked again", async () => {
    const { openPage, loadIntervals, outbox } = openTab();
    const { rate, state } = await openPage();
    rate("forgotten");
    expect(outbox.flush).not.toHaveBeenCalled();
    rate("easy");
    await vi.waitFor(() => expect(loadIntervals).toHaveBeenCalledWith([1]));
    rate("easy");
    expect(getCurrentCard(state())).toMatchObject({ id: 1, nextIntervals: { ...intervals, medium: 1 } });
    rate("forgotten");
    expect(getCurrentCard(state())).toMatchObject({ id: 1, nextIntervals: null });
    await vi.waitFor(() => expect(getCurrentCard(state())?.nextIntervals).toEqual({ ...intervals, medium: 1 }));
    expect(loadIntervals).toHaveBeenCalledTimes(2);
  });

  it("shows the intervals that the device computes without a network, and none from a server that lacks ratings", async () => {
    const { openPage, loadIntervals, outbox } = openTab();
    const { rate, state } = await openPage();
    outbox.flush.mockResolvedValue(false);
    noteUnreached();
    for (const choice of ["easy", "easy", "forgotten"] as const) rate(choice);
    await vi.waitFor(() => expect(getCurrentCard(state())?.nextIntervals).toEqual({ ...intervals, medium: 1 }));
    expect(outbox.flush).not.toHaveBeenCalled();
    loadIntervals.mockImplementation(async () => {
      noteReached();
      return new Map([[3, intervals]]);
    });
    rate("forgotten");
    await vi.waitFor(() => expect(loadIntervals).toHaveBeenCalledTimes(2));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(getCurrentCard(state())).toMatchObject({ id: 3, nextIntervals: null });
  });

  it("shows no interval that a later rating has made obsolete, nor one that cannot be loaded", async () => {
    const { openPage, loadIntervals, outbox } = openTab();
    const { rate, state } = await openPage();
    let answer = (_: Awaited<ReturnType<typeof loadIntervals>>) => {};
    loadIntervals.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    for (const choice of ["easy", "easy", "forgotten"] as const) rate(choice);
    await vi.waitFor(() => expect(loadIntervals).toHaveBeenCalledOnce());
    outbox.flush.mockResolvedValue(false);
    rate("forgotten");
    answer(new Map([[3, intervals]]));
    await vi.waitFor(() => expect(outbox.flush).toHaveBeenCalledTimes(2));
    expect(getCurrentCard(state())).toMatchObject({ id: 3, nextIntervals: null });
  });

  it("loads no more intervals after it was left, when another account may be signed in", async () => {
    const { openPage, loadIntervals, outbox } = openTab();
    const { rate, controller } = await openPage();
    const loaded = Promise.withResolvers<Awaited<ReturnType<typeof loadIntervals>>>();
    loadIntervals.mockImplementationOnce(() => loaded.promise);
    for (const choice of ["easy", "easy", "forgotten"] as const) rate(choice);
    await vi.waitFor(() => expect(loadIntervals).toHaveBeenCalledOnce());
    rate("forgotten");
    controller.leave();
    loaded.resolve(new Map([[3, intervals]]));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(outbox.flush).toHaveBeenCalledOnce();
  });

  it("measures the time of each question, even of the same card twice in a row", async () => {
    const { openPage, outbox, pass } = openTab();
    const { rate } = await openPage();
    for (const choice of ["easy", "easy"] as const) rate(choice);
    pass(3000);
    rate("forgotten");
    pass(1000);
    rate("easy");
    expect(outbox.rate.mock.calls.map(([id, { durationMs }]) => [id, durationMs]).slice(2)).toEqual([
      [3, 3000],
      [3, 1000],
    ]);
  });

  it("continues after a reload with the forgotten cards, and can undo the ratings before it", async () => {
    const { openPage, outbox } = openTab();
    const first = await openPage();
    for (const choice of ["forgotten", "easy", "easy"] as const) first.rate(choice);
    const { controller, state, rate } = await openPage();
    expect(getCurrentCard(state())?.id).toBe(1);
    rate("medium");
    expect(state().phase).toBe("done");
    controller.undo();
    controller.undo();
    expect(outbox.undo.mock.calls.map(([cardId]) => cardId)).toEqual([1, 3]);
    expect(getCurrentCard(state())?.id).toBe(3);
  });

  it("leaves the remaining cards for the next session, which loads the cards due by then", async () => {
    const { openPage, loadQueue, records } = openTab();
    loadQueue.mockResolvedValueOnce({ due: cards.slice(0, 1), left: 2 });
    const { controller, rate, state } = await openPage();
    rate("easy");
    expect(state()).toMatchObject({ phase: "done", left: 2 });
    loadQueue.mockResolvedValueOnce({ due: cards.slice(1), left: 0 });
    controller.nextPortion();
    expect(state().phase).toBe("loading");
    await vi.waitFor(() => expect(getCurrentCard(state())?.id).toBe(2));
    expect(state()).toMatchObject({ round: 1, left: 0, ratings: [] });
    expect(records).toHaveLength(2);
  });

  it("asks all cards of a long day once, and continues with the loaded ones while others cannot be loaded", async () => {
    const { openPage, loadQueue, loadMore, outbox } = openTab();
    const many = Array.from({ length: 1_000 }, (_, n) => ({ ...(cards[0] as (typeof cards)[number]), id: n + 1 }));
    loadQueue.mockResolvedValueOnce({ due: many.slice(0, 50), left: 0, more: { cards: 950, after: "50" } });
    let online = true;
    loadMore.mockImplementation(async (_, { after }) => {
      if (!online) throw new Error("no network");
      const to = Number(after) + 200;
      return { cards: many.slice(Number(after), to), next: to < many.length ? String(to) : null };
    });
    const { rate, state } = await openPage();
    const here = () =>
      (isActive(state()) ? state() : undefined) as Extract<ReturnType<typeof state>, { deck: unknown }>;
    await vi.waitFor(() => expect(here().deck).toHaveLength(450));
    expect(loadMore).toHaveBeenCalledTimes(2);
    online = false;
    for (let n = 0; n < 300; n++) rate("easy");
    expect(here()).toMatchObject({ deck: { length: 450 }, more: { cards: 550 } });
    online = true;
    const reloaded = await openPage();
    for (let n = 300; n < 1_000; n++) {
      reloaded.rate("easy");
      await Promise.resolve();
      if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    expect(reloaded.state()).toMatchObject({ phase: "done", left: 0, more: null });
    expect(outbox.rate.mock.calls.map(([id]) => id)).toEqual(many.map(({ id }) => id));
  });

  it("notes each pending card that is studied, or no longer, and none that is practised", async () => {
    const { openPage, changePendingCount, loadQueue } = openTab();
    const { controller, rate } = await openPage();
    rate("easy");
    rate("forgotten");
    controller.undo();
    rate("easy");
    rate("forgotten");
    rate("easy");
    controller.undo();
    rate("easy");
    expect(changePendingCount.mock.calls.flat()).toEqual([-1, -1, 1, -1, -1]);
    controller.studyAgain();
    rate("easy");
    controller.undo();
    loadQueue.mockResolvedValue({ practice: cards });
    controller.nextPortion();
    await vi.waitFor(() => expect(controller.state().phase).toBe("resting"));
    controller.practise();
    rate("easy");
    expect(changePendingCount).toHaveBeenCalledTimes(5);
  });

  it("practises only on request", async () => {
    const { openPage, loadQueue, records } = openTab();
    loadQueue.mockResolvedValueOnce({ practice: cards });
    const { controller, state } = await openPage();
    expect(state()).toEqual({ phase: "resting", practice: cards });
    expect(records).toEqual([]);
    controller.practise();
    expect(state()).toMatchObject({ phase: "question", mode: "practice" });
    expect(records).toHaveLength(1);
  });

  it("distinguishes a missing folder from a failure", async () => {
    const { openPage, loadQueue } = openTab();
    const missing = new ApiError(404, "Not Found", "");
    loadQueue.mockRejectedValueOnce(missing);
    expect((await openPage()).state()).toEqual({ phase: "failed", error: missing });
    expect(consoleOutput("error")).toEqual([]);
    const unavailable = new ApiError(503, "", "");
    loadQueue.mockRejectedValueOnce(unavailable);
    const { controller, state } = await openPage();
    expect(state()).toEqual({ phase: "failed", error: unavailable });
    controller.retry();
    await vi.waitFor(() => expect(state().phase).toBe("question"));
    expect(consoleOutput("error")).toHaveLength(1);
  });
});
