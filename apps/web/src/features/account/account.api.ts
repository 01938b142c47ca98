import type { Session } from "@repasa/contract/auth.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { callWithConfirmation, isConfirmationMissing } from "#features/factors/factors.confirmation.ts";
import { callApi } from "#lib/api.ts";
import { hasCode } from "#lib/api-error.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

export const sessionsQuery = () => endpointQuery(authEndpoints.sessions, {}, { staleTime: 0 });

/** Loads whether a deletion of the account would be delayed, and until when. */
export const deletionQuery = () => endpointQuery(accountEndpoints.deletion, {}, { staleTime: 0 });

/** @param onEnded Called before the session is removed from the list. */
export function useEndSession(onEnded: () => void) {
  const { queryKey } = sessionsQuery();
  const input = ({ id }: Session) => ({ params: { id } });
  return useChange(authEndpoints.endSession, {
    input,
    call: async (session) => {
      try {
        return await callWithConfirmation(() => callApi(authEndpoints.endSession, input(session)));
      } catch (error) {
        // The session has already expired, so the goal is reached.
        if (!hasCode(error, "not_found")) throw error;
        return undefined;
      }
    },
    failure: (error) =>
      isConfirmationMissing(error) ? undefined : "No se pudo cerrar esa sesión. Inténtalo de nuevo.",
    scope: { id: "sessions" },
    write: (cache, _, { id }) => {
      cache.setQueryData<Session[]>(queryKey, (sessions) => sessions?.filter((session) => session.id !== id));
      return [queryKey];
    },
    onSuccess: () => {
      onEnded();
      announce("Sesión cerrada");
    },
  });
}

export function byLastSeen(a: Session, b: Session): number {
  return Number(b.current) - Number(a.current) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt);
}
