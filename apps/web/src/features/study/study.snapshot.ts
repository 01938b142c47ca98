import type { ActiveSession, SessionMode, SessionRating, StudyCard } from "#features/study/study.session.ts";

/** Where a session stands, without its cards: small enough to be written with every rating. */
type Progress = {
  deckId: string;
  /** The local date of the session; tomorrow other cards are due. */
  date: string;
  recordId: number | null;
  phase: ActiveSession["phase"];
  mode: SessionMode;
  round: number;
  deck: readonly number[];
  /** Left out when it is the deck. */
  queue?: readonly number[];
  ratings: readonly SessionRating[];
};

export type Snapshot = { session: ActiveSession; recordId: number | null };

type Deck = { id: string; userId: number; at: number; cards: readonly StudyCard[] };

/** Keeps the cards of sessions under way. */
export type DeckStore = {
  put: (deck: Deck) => Promise<void>;
  get: (id: string) => Promise<Deck | undefined>;
  /** Also forgets decks that were left behind before a time. */
  remove: (id: string, before: number) => Promise<void>;
};

type Dependencies = {
  userId: number;
  folderId: number | null;
  /** The tab's own storage: written at once, and kept by a reload. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | undefined;
  decks: DeckStore;
  now: () => number;
  today: () => string;
  newId: () => string;
};

const ABANDONED = 2 * 86_400_000;

export type Snapshots = ReturnType<typeof createSnapshots>;

/**
 * Remembers one tab's session of a user and folder over a reload. Where nothing can be kept, a reload begins anew with
 * what is still due; no rating depends on it.
 */
export function createSnapshots({ userId, folderId, storage, decks, now, today, newId }: Dependencies) {
  const key = `repasa:session:${userId}:${folderId ?? "all"}`;
  let deckId: string | undefined;
  let deck: readonly StudyCard[] | undefined;

  const read = (): Progress | undefined => {
    try {
      return JSON.parse(storage?.getItem(key) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  };
  const quietly = (work: Promise<void>) => {
    work.catch((error: unknown) => console.warn("The session would not survive a reload", error));
  };

  return {
    async load(): Promise<Snapshot | undefined> {
      const progress = read();
      if (!progress || progress.date !== today()) return undefined;
      const kept = await decks.get(progress.deckId).catch(() => undefined);
      if (kept?.userId !== userId) return undefined;
      const session = unpack(progress, kept.cards);
      if (!session) return undefined;
      deckId = progress.deckId;
      deck = session.deck;
      return { session, recordId: progress.recordId };
    },

    save(session: ActiveSession, recordId: number | null): void {
      try {
        if (deckId === undefined || deck !== session.deck) {
          deckId ??= newId();
          deck = session.deck;
          quietly(decks.put({ id: deckId, userId, at: now(), cards: session.deck }));
        }
        storage?.setItem(key, JSON.stringify(pack(session, recordId, deckId, today())));
      } catch (error) {
        console.warn("The session would not survive a reload", error);
      }
    },

    drop(): void {
      try {
        storage?.removeItem(key);
      } catch {
        // Then it was never written either.
      }
      if (deckId !== undefined) quietly(decks.remove(deckId, now() - ABANDONED));
      deckId = undefined;
      deck = undefined;
    },
  };
}

const idOf = ({ id }: StudyCard) => id;

function pack(session: ActiveSession, recordId: number | null, deckId: string, date: string): Progress {
  const { phase, mode, round, ratings } = session;
  const progress = { deckId, date, recordId, phase, mode, round, ratings, deck: session.deck.map(idOf) };
  return session.queue === session.deck ? progress : { ...progress, queue: session.queue.map(idOf) };
}

function unpack(progress: Progress, cards: readonly StudyCard[]): ActiveSession | undefined {
  const { phase, mode, round, ratings } = progress;
  const byId = new Map(cards.map((card) => [card.id, card]));
  const pick = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const deck = pick(progress.deck);
  const queue = progress.queue ? pick(progress.queue) : deck;
  if (deck.length !== progress.deck.length || queue.length !== (progress.queue ?? progress.deck).length) {
    return undefined;
  }
  return { phase, mode, round, ratings, deck, queue };
}
