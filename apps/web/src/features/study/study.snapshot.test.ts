import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ActiveSession,
  type Choice,
  getCurrentCard,
  isActive,
  sessionReducer,
} from "#features/study/study.session.ts";
import { type DeckStore, Snapshots } from "#features/study/study.snapshot.ts";
import { sessionTitle } from "#features/study/study.wording.ts";
import { sampleCard } from "#testing/sample-data.ts";
import { consoleOutput } from "#testing/setup.ts";

const queuedCard = (id: number) => ({
  ...sampleCard({ id }),
  nextIntervals: { hard: 1, medium: 3, easy: 7 },
  recall: null,
});

function memoryDecks() {
  const kept = new Map<string, Awaited<ReturnType<DeckStore["get"]>>>();
  const decks: DeckStore = {
    put: async (deck) => void kept.set(deck.id, structuredClone(deck)),
    get: async (id) => structuredClone(kept.get(id)),
    remove: async (id) => void kept.delete(id),
  };
  return { decks, kept };
}

let ids = 0;
const open = (decks: DeckStore, changes: Partial<ConstructorParameters<typeof Snapshots>[0]> = {}) =>
  new Snapshots({
    userId: 1,
    folderId: 7,
    storage: sessionStorage,
    decks,
    now: () => 0,
    ready: async () => {},
    today: () => "2026-03-01",
    newId: () => `deck ${++ids}`,
    ...changes,
  });

function sessionAfter(steps: readonly (Choice | "again" | "difficult" | "edit" | "reveal")[]): ActiveSession {
  let state = sessionReducer(
    { phase: "loading" },
    { type: "loaded", due: [1, 2, 3].map((id) => queuedCard(id)), left: 5 },
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
    else if (card) {
      state = sessionReducer(state, { type: "revealed" });
      state = sessionReducer(state, { type: "rated", cardId: card.id, choice: step as Choice, reviewId: `${step}!` });
    }
  }
  if (!isActive(state)) throw new Error("not active");
  return state;
}

describe("a snapshot", () => {
  it("restores any session unchanged, whether saved at each step or only at the last one", async () => {
    const step = fc.constantFrom<Choice | "again" | "difficult" | "edit" | "reveal">(
      "easy",
      "hard",
      "forgotten",
      "again",
      "difficult",
      "edit",
      "reveal",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.boolean(), async (steps, everyStep) => {
        const { decks } = memoryDecks();
        const before = open(decks);
        for (let index = 0; everyStep && index < steps.length; index++) {
          before.save(sessionAfter(steps.slice(0, index)), null);
        }
        const session = sessionAfter(steps);
        before.save(session, 12);
        expect(await open(decks).load()).toEqual({ session, recordId: 12 });
      }),
    );
  });

  it("asks forgotten cards again that an earlier version considered done", async () => {
    const { decks } = memoryDecks();
    open(decks).save(sessionAfter(["easy", "forgotten", "easy"]), null);
    const key = "repasa:session:1:7";
    const { left, ...older } = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    sessionStorage.setItem(key, JSON.stringify({ ...older, phase: "done" }));
    const restored = await open(decks).load();
    expect(restored?.session).toMatchObject({ phase: "question", left: 0 });
    expect(restored && getCurrentCard(restored.session)?.id).toBe(2);
  });

  it("belongs to a user, a folder and a day", async () => {
    const { decks } = memoryDecks();
    open(decks).save(sessionAfter(["easy"]), null);
    expect(await open(decks, { userId: 2 }).load()).toBeUndefined();
    expect(await open(decks, { folderId: null }).load()).toBeUndefined();
    expect(await open(decks, { today: () => "2026-03-02" }).load()).toBeUndefined();
    expect(await open(decks).load()).toBeDefined();
  });

  it("of an exam's weakest cards is separate, and restores the title", async () => {
    const { decks } = memoryDecks();
    open(decks, { folderId: null, examId: 7 }).save({ ...sessionAfter(["easy"]), mode: "weakest" }, null);
    expect(await open(decks).load()).toBeUndefined();
    expect(await open(decks, { folderId: null }).load()).toBeUndefined();
    const restored = await open(decks, { folderId: null, examId: 7 }).load();
    expect(restored && sessionTitle(restored.session)).toBe("Las 3 más débiles");
  });

  it("is deleted when the screen is left", async () => {
    const { decks, kept } = memoryDecks();
    const snapshots = open(decks);
    snapshots.save(sessionAfter([]), null);
    snapshots.drop();
    expect(await open(decks).load()).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  it("is not created where nothing can be stored", async () => {
    const refused = () => Promise.reject(new Error("private window"));
    const snapshots = open({ put: refused, get: refused, remove: refused }, { storage: undefined });
    snapshots.save(sessionAfter([]), null);
    expect(await snapshots.load()).toBeUndefined();
    expect(consoleOutput("warn")).toEqual(["The session would not survive a reload"]);
  });

  it("is ignored if its cards are missing or its entry is damaged", async () => {
    const { decks, kept } = memoryDecks();
    open(decks).save(sessionAfter([]), null);
    kept.clear();
    expect(await open(decks).load()).toBeUndefined();
    sessionStorage.setItem("repasa:session:1:7", "{");
    expect(await open(decks).load()).toBeUndefined();
  });
});
