import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DeckStore, Snapshots } from "#features/study/deck/deck.snapshot.ts";
import {
  type ActiveSession,
  type CheckedAnswer,
  type Choice,
  type ChosenAnswer,
  getCurrentCard,
  isActive,
  sessionReducer,
} from "#features/study/study.state.ts";
import { formatSessionTitle } from "#features/study/study.wording.ts";
import { consoleOutput } from "#testing/console-output.ts";
import { sampleQueuedCard } from "#testing/sample-reviews.ts";

function createMemoryDecks() {
  const stored = new Map<string, Awaited<ReturnType<DeckStore["get"]>>>();
  const decks: DeckStore = {
    put: async (deck) => void stored.set(deck.id, structuredClone(deck)),
    get: async (id) => structuredClone(stored.get(id)),
    remove: async (id) => void stored.delete(id),
  };
  return { decks, stored };
}

let ids = 0;
const openSnapshots = (decks: DeckStore, changes: Partial<ConstructorParameters<typeof Snapshots>[0]> = {}) =>
  new Snapshots({
    userId: 1,
    folderId: 7,
    storage: sessionStorage,
    decks,
    now: () => 0,
    ready: async () => {},
    today: () => "2026-03-01",
    newId: () => `deck ${++ids}`,
    compare: async () => undefined,
    ...changes,
  });

const typed: CheckedAnswer = {
  mode: "type",
  typed: ["uno"],
  preselected: "forgotten",
  verdict: "wrong",
  belongsTo: null,
  gaps: [{ verdict: "wrong", nearest: "dos", accent: null }],
};

type Step = Choice | "again" | "difficult" | "edit" | "reveal" | "check" | "switch" | "hint";

function playSession(steps: readonly Step[]): ActiveSession {
  let state = sessionReducer(
    { phase: "loading" },
    { type: "loaded", due: [1, 2, 3].map((id) => sampleQueuedCard({ id })), left: 5 },
  );
  for (const step of steps) {
    const card = getCurrentCard(state);
    if (step === "again" && isActive(state)) {
      state = sessionReducer(state, { type: "restarted", deck: [...state.deck].reverse() });
    } else if (step === "difficult") state = sessionReducer(state, { type: "difficultRepeated" });
    else if (step === "edit")
      state = sessionReducer(state, {
        type: "edited",
        cards: [{ id: 2, front: "nuevo", back: "b", format: "plain", tags: [], groupId: null, variant: null }],
        removed: [],
      });
    else if (step === "reveal") state = sessionReducer(state, { type: "revealed" });
    else if (step === "check") state = sessionReducer(state, { type: "revealed", checked: typed });
    else if (step === "hint") state = sessionReducer(state, { type: "hinted", cardId: card?.id ?? 0, step: 2 });
    else if (step === "switch") state = sessionReducer(state, { type: "switched", typing: true });
    else if (card) {
      state = sessionReducer(state, { type: "revealed" });
      state = sessionReducer(state, { type: "rated", cardId: card.id, choice: step as Choice, reviewId: `${step}!` });
    }
  }
  if (!isActive(state)) throw new Error("not active");
  return state;
}

describe("a snapshot", () => {
  it("restores any session unchanged, whether it was saved at each step or only at the last one", async () => {
    const step = fc.constantFrom<Step>(
      "easy",
      "hard",
      "forgotten",
      "again",
      "difficult",
      "edit",
      "reveal",
      "check",
      "switch",
      "hint",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.boolean(), async (steps, everyStep) => {
        const { decks } = createMemoryDecks();
        const before = openSnapshots(decks);
        for (let index = 0; everyStep && index < steps.length; index++) {
          before.save(playSession(steps.slice(0, index)), null);
        }
        const session = playSession(steps);
        before.save(session, 12);
        expect(await openSnapshots(decks).load()).toEqual({ session, recordId: 12 });
      }),
    );
  });

  it("asks forgotten cards again that an earlier version considered done", async () => {
    const { decks } = createMemoryDecks();
    openSnapshots(decks).save(playSession(["easy", "forgotten", "easy"]), null);
    const key = "repasa:session:1:7";
    const { left, ...older } = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    sessionStorage.setItem(key, JSON.stringify({ ...older, phase: "done" }));
    const restored = await openSnapshots(decks).load();
    expect(restored?.session).toMatchObject({ phase: "question", left: 0 });
    expect(restored && getCurrentCard(restored.session)?.id).toBe(2);
  });

  it("goes on to the next question from a choice, and asks again for one that an earlier version had not rated", async () => {
    const { decks } = createMemoryDecks();
    const chosen: ChosenAnswer = { mode: "choose", preselected: "forgotten", chosen: "b", belongsTo: null };
    const rating = { cardId: 1, choice: chosen.preselected, reviewId: "r" };
    const verdict = sessionReducer(playSession([]), { type: "chosen", checked: chosen, ...rating });
    if (!isActive(verdict)) throw new Error("not active");
    openSnapshots(decks).save(verdict, null);
    const restored = await openSnapshots(decks).load();
    expect(restored?.session).toMatchObject({ phase: "question", ratings: [{ cardId: 1 }], checked: undefined });
    openSnapshots(decks).save({ ...playSession([]), phase: "answer", checked: chosen }, null);
    expect((await openSnapshots(decks).load())?.session).toEqual(playSession([]));
  });

  it("leaves out cards that are gone since, except rated ones, and shows the present texts of the others", async () => {
    const { decks } = createMemoryDecks();
    openSnapshots(decks).save(playSession(["easy", "reveal"]), null);
    const edited = { ...sampleQueuedCard({ id: 3 }), front: "Otra pregunta", interval: 99 };
    const snapshots = openSnapshots(decks, { compare: async () => ({ edited: [edited], removed: [1, 2] }) });
    const restored = await snapshots.load();
    expect(restored?.session).toMatchObject({ phase: "question", ratings: [{ cardId: 1 }] });
    expect(restored?.session.queue.slice(1)).toEqual([{ ...sampleQueuedCard({ id: 3 }), front: "Otra pregunta" }]);
    if (restored) snapshots.save(restored.session, null);
    expect((await openSnapshots(decks).load())?.session).toEqual(restored?.session);
  });

  it("begins a new session if all of its cards are gone", async () => {
    const { decks } = createMemoryDecks();
    openSnapshots(decks).save(playSession([]), null);
    const compare = async () => ({ edited: [], removed: [1, 2, 3] });
    expect(await openSnapshots(decks, { compare }).load()).toBeUndefined();
  });

  it("belongs to a user, a folder and a day", async () => {
    const { decks } = createMemoryDecks();
    openSnapshots(decks).save(playSession(["easy"]), null);
    expect(await openSnapshots(decks, { userId: 2 }).load()).toBeUndefined();
    expect(await openSnapshots(decks, { folderId: null }).load()).toBeUndefined();
    expect(await openSnapshots(decks, { today: () => "2026-03-02" }).load()).toBeUndefined();
    expect(await openSnapshots(decks).load()).toBeDefined();
  });

  it("is separate for the weakest cards of an exam, and restores their title", async () => {
    const { decks } = createMemoryDecks();
    openSnapshots(decks, { folderId: null, examId: 7 }).save({ ...playSession(["easy"]), mode: "weakest" }, null);
    expect(await openSnapshots(decks).load()).toBeUndefined();
    expect(await openSnapshots(decks, { folderId: null }).load()).toBeUndefined();
    const restored = await openSnapshots(decks, { folderId: null, examId: 7 }).load();
    expect(restored && formatSessionTitle(restored.session)).toBe("Las 3 más débiles");
  });

  it("is deleted when the screen is left", async () => {
    const { decks, stored } = createMemoryDecks();
    const snapshots = openSnapshots(decks);
    snapshots.save(playSession([]), null);
    snapshots.drop();
    expect(await openSnapshots(decks).load()).toBeUndefined();
    expect(stored.size).toBe(0);
  });

  it("is not created if nothing can be stored", async () => {
    const refused = () => Promise.reject(new Error("private window"));
    const snapshots = openSnapshots({ put: refused, get: refused, remove: refused }, { storage: undefined });
    snapshots.save(playSession([]), null);
    expect(await snapshots.load()).toBeUndefined();
    expect(consoleOutput("warn")).toEqual(["The session would not survive a reload"]);
  });

  it("is ignored if its cards are missing or its entry is damaged", async () => {
    const { decks, stored } = createMemoryDecks();
    openSnapshots(decks).save(playSession([]), null);
    stored.clear();
    expect(await openSnapshots(decks).load()).toBeUndefined();
    sessionStorage.setItem("repasa:session:1:7", "{");
    expect(await openSnapshots(decks).load()).toBeUndefined();
  });
});
