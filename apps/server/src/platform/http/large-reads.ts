import type { Endpoint } from "@repasa/contract/endpoint.ts";
import { parsePortion } from "@repasa/contract/portions.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { STALLED_MS } from "#platform/http/stalled-readers.ts";

/** Longer than a device that has lost its network may stall: it must not make the reads of the account's other devices fail. */
export const WAIT_MS = STALLED_MS + 5_000;

/** A screen asks for fewer reads of a kind at a time, and a device for one page after another. */
const MAX_OF_A_SCREEN = 3;
/** A read also waits for other calls of its account, which is no work. */
const MAX_PAUSE_MS = 1_000;

/**
 * Lets each account do one large read of a kind at a time. Further reads wait until their turn comes, their client is gone, or they
 * have waited too long and are refused. `turn` returns a function that ends the turn. Exports have a limit of their own, because
 * they may last for minutes.
 */
export function createLargeReads({ waitMs = WAIT_MS } = {}) {
  const listTurns = new AccountTurns({
    waitMs,
    maxWaitingPerAccount: 4,
    refusal: "Ya se está cargando una lista grande. Espera un momento y vuelve a intentarlo.",
  });
  // A scan may read everything that an account holds, and its turn ends before its response is read. Half of the connections to the
  // database stay free for other calls.
  const scanTurns = new AccountTurns({
    waitMs,
    atOnce: 8,
    // Waiting costs nothing; clients that are refused at once ask again at once.
    maxWaitingPerAccount: 200,
    refusal: "Ya se están buscando otras cartas. Espera un momento y vuelve a intentarlo.",
  });
  // A screen asks for several of these at a time, and a device that copies an account reads page after page: they wait for each
  // other, in order, and are not refused. A simulation also waits for a thread, and must not delay the others meanwhile.
  const createScreenTurns = () =>
    new AccountTurns({
      waitMs,
      maxWaitingPerAccount: 200,
      refusal: "Tus datos se están calculando. Espera un momento y vuelve a intentarlo.",
    });
  const screenTurns = {
    count: createScreenTurns(),
    summary: createScreenTurns(),
    statistics: createScreenTurns(),
    simulation: createScreenTurns(),
  };

  function turnsFor({ largeRead }: Endpoint, query: unknown) {
    if (largeRead === undefined) return null;
    if (largeRead === "scan") return scanTurns;
    if (largeRead !== "list" && largeRead !== "sorted list") return screenTurns[largeRead];
    // A portion must not wait for a whole list.
    if (!parsePortion(query ?? {})) return listTurns;
    return largeRead === "sorted list" ? scanTurns : null;
  }

  return {
    turn: async (owner: OwnerId | null, endpoint: Endpoint, gone?: AbortSignal, query: unknown = {}) => {
      const turns = owner === null ? null : turnsFor(endpoint, query);
      if (turns === null) return () => {};
      const end = await turns.take(owner, gone);
      const start = performance.now();
      // Whoever keeps many waiting leaves others as much time as each of them takes. Lists and scans share places with other
      // accounts, which a pause must not hold.
      return () => {
        const isShared = turns === listTurns || turns === scanTurns;
        if (isShared || turns.countWaiting(owner) <= MAX_OF_A_SCREEN) end();
        else setTimeout(end, Math.min(performance.now() - start, MAX_PAUSE_MS)).unref();
      };
    },
  };
}
