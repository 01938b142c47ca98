import type { Socket } from "node:net";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import { importEndpoints } from "@repasa/contract/imports.ts";
import { portionAsked } from "@repasa/contract/portions.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { createAccountTurns } from "#account-turns.ts";
import { AppError } from "#app-error.ts";
import { STALLED_MS } from "#http/long-list.ts";
import type { OwnerId } from "#owner.ts";

/** Whose answers grow with what an account holds. Exports take turns of their own, because they may last for minutes. */
const large = new Set<Endpoint>([cardEndpoints.listInFolder, studyEndpoints.reviewQueue, importEndpoints.list]);

/** Longer than a client may stall that has lost its network: it must not keep the account's other devices out. */
export const WAIT_MS = STALLED_MS + 5_000;

/**
 * Lets each account read one large list at a time. Others wait for their turn, until they are gone or have waited too long,
 * and are refused then. `turn` gives what ends it.
 */
export function createLargeReads({ waitMs = WAIT_MS } = {}) {
  const turn = createAccountTurns({ waitMs, maxWaiting: 4, refusal: tooManyReads });
  const portionTurn = createAccountTurns({ waitMs, maxWaiting: 8, refusal: tooManyReads });
  return {
    turn: async (
      owner: OwnerId | null,
      endpoint: Endpoint,
      socket?: Socket,
      query: unknown = {},
    ): Promise<() => void> => {
      // A portion must not wait for a whole list; one of the queue still puts the whole in order.
      const isPortion = portionAsked(query ?? {});
      if (owner === null || !large.has(endpoint) || (isPortion && endpoint !== studyEndpoints.reviewQueue)) {
        return () => {};
      }
      const gone = new AbortController();
      const leave = () => gone.abort();
      socket?.once("close", leave);
      return (isPortion ? portionTurn : turn)(owner, gone.signal).finally(() => socket?.off("close", leave));
    },
  };
}

function tooManyReads(): AppError {
  return new AppError(
    "rate_limited",
    "Ya se está cargando una lista grande. Espera un momento y vuelve a intentarlo.",
    {
      retryAfterSeconds: 5,
    },
  );
}
