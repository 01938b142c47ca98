import type { OwnerId } from "#platform/db/owner.ts";
import type { FoundSession } from "#platform/http/call.ts";
import type { Clock } from "#platform/time/clock.ts";

const REMEMBERED_MS = 5_000;
/** Longer than any transaction that ends sessions: by then it has come through, or not. */
const HELD_MS = 60_000;
const MOST_SESSIONS = 10_000;

/** On which channel of the database every server hears whose sessions were ended or changed, by the user's id. */
export const SESSION_CHANGES = "session_changes";

/** What the database says of a session, and when it ends. */
export type ReadSession = { found: FoundSession; expire: Date };

export type SessionMemory = ReturnType<typeof createSessionMemory>;

/**
 * Sessions that were in use a moment ago, so that not every call reads its own: for 5 s, and only while this server hears at
 * once of sessions that others end.
 */
export function createSessionMemory(clock: Clock) {
  const sessions = new Map<string, ReadSession & { readAt: number }>();
  const holds = createHolds();
  // A new one for each connection: what was read before it may have ended unheard.
  let listening: symbol | null = null;

  function remembered(sid: string, now: Date): FoundSession | null {
    const session = sessions.get(sid);
    if (!session) return null;
    const age = now.getTime() - session.readAt;
    const isGood = age >= 0 && age < REMEMBERED_MS && session.expire > now;
    return isGood && !holds.has(session.found.userId, now) ? session.found : null;
  }

  function remember(sid: string, session: ReadSession, now: Date): void {
    sessions.delete(sid);
    sessions.set(sid, { ...session, readAt: now.getTime() });
    const [oldest] = sessions.keys();
    if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  }

  function setListening(connection: symbol | null): void {
    listening = connection;
    sessions.clear();
  }

  return {
    /** @param read Asks the database. One that is just being prolonged is not remembered: its cookie is set once. */
    async find(sid: string, now: Date, read: () => Promise<ReadSession | null>): Promise<FoundSession | null> {
      const known = remembered(sid, now);
      if (known) return known;
      const before = listening;
      const session = await read();
      if (!session) return null;
      const { found } = session;
      const isHeard = before !== null && before === listening && !holds.has(found.userId, clock.now());
      if (isHeard && found.prolongedTo === null) remember(sid, session, now);
      return found;
    },

    /**
     * From now on the owner's sessions are read again. To be called no later than when the transaction that changes them has
     * committed; before it has, nothing of them is remembered either.
     */
    forget: (owner: OwnerId): void => holds.add(String(owner), clock.now()),

    /** What `listen` is to do. */
    listener: {
      channel: SESSION_CHANGES,
      applicationName: "repasa-sessions",
      onNotification: (owner: string): void => holds.add(owner, clock.now()),
      onListening: () => setListening(Symbol("listening")),
      onLost: () => setListening(null),
    },
  };
}

/** Users of whom nothing is remembered for a while. */
function createHolds() {
  const until = new Map<string, number>();
  return {
    has: (owner: OwnerId, now: Date): boolean => (until.get(String(owner)) ?? 0) > now.getTime(),
    add(owner: string, now: Date): void {
      // They lie in the order in which they end.
      for (const [held, end] of until) {
        if (end > now.getTime()) break;
        until.delete(held);
      }
      until.delete(owner);
      until.set(owner, now.getTime() + HELD_MS);
    },
  };
}
