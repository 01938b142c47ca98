import type { StudyQueue } from "#features/study/study.api.ts";
import type { Outbox } from "#features/study/study.outbox.ts";
import type { StudyRecord } from "#features/study/study.record.ts";
import {
  type ActiveSession,
  answerOf,
  type Choice,
  countsOf,
  currentCard,
  initialSession,
  isActive,
  type SessionCounts,
  type SessionEvent,
  type SessionState,
  type StudyCard,
  sessionReducer,
  shuffled,
} from "#features/study/study.session.ts";
import type { Snapshots } from "#features/study/study.snapshot.ts";
import { ApiError } from "#lib/api-error.ts";

type Dependencies = {
  loadQueue: () => Promise<StudyQueue>;
  loadIntervals: (
    folderIds: readonly number[],
  ) => Promise<ReadonlyMap<number, NonNullable<StudyCard["nextIntervals"]>>>;
  outbox: () => Pick<Outbox, "rate" | "undo" | "flush">;
  snapshots: Snapshots;
  beginRecord: (known: number | null) => StudyRecord;
  now: () => number;
  newId: () => string;
  random: () => number;
  /** All cards of a round were rated. */
  onCompleted: (counts: SessionCounts) => void;
};

const LONGEST_DURATION = 86_400_000;
const INTERVALS_WAIT = 10_000;
/** A session over more folders than this goes without the intervals of later rounds. */
const MOST_FOLDERS = 6;

export type StudyController = ReturnType<typeof createStudyController>;

/**
 * A session at work: holds its state and lets each change have its consequences. The state changes first and at once;
 * nothing that follows from it is waited for.
 */
export function createStudyController(dependencies: Dependencies) {
  const { loadQueue, loadIntervals, outbox, snapshots, beginRecord, now, newId, random, onCompleted } = dependencies;
  let state: SessionState = initialSession;
  let record: StudyRecord | undefined;
  let shownAt = 0;
  let visit = 0;
  const listeners = new Set<() => void>();

  /** The session after the event; undefined if the event changed nothing. */
  function dispatch(event: SessionEvent): ActiveSession | undefined {
    const before = state;
    state = sessionReducer(before, event);
    if (state === before) return undefined;
    if (currentCard(state)?.id !== currentCard(before)?.id) shownAt = now();
    for (const listener of listeners) listener();
    return isActive(state) ? state : undefined;
  }

  function save(session: ActiveSession): void {
    snapshots.save(session, record?.id() ?? null);
  }

  async function load(): Promise<void> {
    visit += 1;
    const mine = visit;
    const snapshot = await snapshots.load();
    if (mine !== visit) return;
    if (snapshot) {
      record = beginRecord(snapshot.recordId);
      const session = dispatch({ type: "restored", session: snapshot.session });
      if (session && session.round > 1) void renewIntervals(session);
      return;
    }
    try {
      const queue = await loadQueue();
      if (mine !== visit) return;
      const session = dispatch({ type: "loaded", ...queue });
      if (!session) return;
      record = beginRecord(null);
      save(session);
    } catch (error) {
      if (mine !== visit) return;
      const missing = error instanceof ApiError && error.status === 404;
      if (!missing) console.error("The cards to study could not be loaded", error);
      dispatch({ type: "failed", missing });
    }
  }

  /** In a later round the first one's ratings have changed what each button would give. */
  async function renewIntervals({ round, queue }: ActiveSession): Promise<void> {
    const folderIds = [...new Set(queue.map(({ folderId }) => folderId))];
    if (folderIds.length > MOST_FOLDERS || !(await outbox().flush(INTERVALS_WAIT))) return;
    try {
      const intervals = await loadIntervals(folderIds);
      if (isActive(state) && state.round === round) dispatch({ type: "intervalsKnown", intervals });
    } catch (error) {
      console.error("The intervals could not be loaded", error);
    }
  }

  function again(event: SessionEvent): void {
    const session = dispatch(event);
    if (!session) return;
    record = beginRecord(null);
    save(session);
    void renewIntervals(session);
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    /** Begins, or goes on where a reload interrupted. */
    start(): void {
      void load();
    },

    retry(): void {
      dispatch({ type: "loading" });
      void load();
    },

    reveal(): void {
      const session = dispatch({ type: "revealed" });
      if (session) save(session);
    },

    rate(choice: Choice): void {
      const card = currentCard(state);
      if (!card) return;
      const durationMs = Math.min(LONGEST_DURATION, Math.max(0, Math.round(now() - shownAt)));
      const reviewId = newId();
      const session = dispatch({ type: "rated", cardId: card.id, choice, reviewId });
      if (!session) return;
      const studySessionId = record?.id() ?? null;
      outbox().rate({ cardId: card.id, reviewId, ...answerOf(choice), durationMs, studySessionId });
      save(session);
      const counts = countsOf(session);
      if (session.phase !== "done") record?.count(counts);
      else {
        record?.complete(counts, new Date(now()));
        onCompleted(counts);
      }
    },

    undo(): void {
      const last = isActive(state) ? state.ratings.at(-1) : undefined;
      const session = dispatch({ type: "undone" });
      if (!session || !last) return;
      outbox().undo(last.cardId, last.reviewId);
      save(session);
      record?.count(countsOf(session));
    },

    /** Studies all cards again: after the first round in an order of chance, later in the same order. */
    studyAgain(): void {
      if (!isActive(state)) return;
      again({ type: "restarted", deck: state.round === 1 ? shuffled(state.deck, random) : state.deck });
    },

    repeatDifficult: () => again({ type: "difficultRepeated" }),

    edited({ id, front, back }: { id: number; front: string; back: string }): void {
      const session = dispatch({ type: "edited", cardId: id, front, back });
      if (session) save(session);
    },

    /** When the server has been told of the session all that it could be told. */
    recorded: () => record?.settled() ?? Promise.resolve(),

    /** The page goes away, for a reload or for good. */
    pause: () => record?.flush(),

    /** The screen was left: the session ends, and the next one begins with what is due then. */
    leave(): void {
      visit += 1;
      record?.flush();
      if (isActive(state)) snapshots.drop();
    },
  };
}
