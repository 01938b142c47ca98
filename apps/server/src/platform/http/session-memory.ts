import type { OwnerId } from "#platform/db/owner.ts";
import type { FoundSession } from "#platform/http/call.ts";
import type { Clock } from "#platform/time/clock.ts";

const REMEMBERED_MS = 5_000;
/** Longer than any transaction that ends sessions may take. */
const HELD_MS = 60_000;
const MAX_SESSIONS = 10_000;

/** The channel of the database on which every server is notified of ids of users whose sessions were ended or changed. */
export const SESSION_CHANGES = "session_changes";

export type SessionMemory = ReturnType<typeof createSessionMemory>;

/**
 * Remembers sessions for 5 s, so that not every call reads its own, and only while this server is notified at once of sessions that
 * other servers end.
 */
export function createSessionMemory(clock: Clock) {
  const sessions = new Map<string, { found: FoundSession; readAt: number }>();
  const holds = createHolds();
  // It is replaced with each connection: sessions read before may have been ended without a notification.
  let listening: symbol | null = null;

  function findRemembered(sid: string, now: Date): FoundSession | null {
    const session = sessions.get(sid);
    if (!session) return null;
    const { found, readAt } = session;
    const age = now.getTime() - readAt;
    const isGood = age >= 0 && age < REMEMBERED_MS && found.expire > now;
    return isGood && !holds.has(found.userId, now) ? found : null;
  }

  function remember(sid: string, found: FoundSession, now: Date): void {
    sessions.delete(sid);
    sessions.set(sid, { found, readAt: now.getTime() });
    const [oldest] = sessions.keys();
    if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  }

  function setListening(connection: symbol | null): void {
    listening = connection;
    sessions.clear();
  }

  return {
    /** @param read Reads from the database. A session that is just being prolonged is not remembered: its cookie is set once. */
    async find(sid: string, now: Date, read: () => Promise<FoundSession | null>): Promise<FoundSession | null> {
      const known = findRemembered(sid, now);
      if (known) return known;
      const before = listening;
      const found = await read();
      if (!found) return null;
      const wasListening = before !== null && before === listening && !holds.has(found.userId, clock.now());
      if (wasListening && !found.isProlonged) remember(sid, found, now);
      return found;
    },

    /**
     * Forgets the owner's sessions, and remembers none until the transaction that changes them has had time to commit. Call it no
     * later than at that commit.
     */
    forget: (owner: OwnerId): void => holds.add(String(owner), clock.now()),

    /** The listener for `listen`. */
    listener: {
      channel: SESSION_CHANGES,
      applicationName: "repasa-sessions",
      onNotification: (owner: string): void => holds.add(owner, clock.now()),
      onListening: () => setListening(Symbol("listening")),
      onLost: () => setListening(null),
    },
  };
}

/** Users whose sessions are not remembered for a while. */
function createHolds() {
  const until = new Map<string, number>();
  return {
    has: (owner: OwnerId, now: Date): boolean => (until.get(String(owner)) ?? 0) > now.getTime(),
    add(owner: string, now: Date): void {
      // Entries are in the order in which they expire.
      for (const [held, end] of until) {
        if (end > now.getTime()) break;
        until.delete(held);
      }
      until.delete(owner);
      until.set(owner, now.getTime() + HELD_MS);
    },
  };
}
