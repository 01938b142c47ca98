import { authEndpoints, type Session } from "@repasa/contract/auth.ts";
import { useQueryClient } from "@tanstack/react-query";
import { callApi } from "#lib/api.ts";
import { hasCode } from "#lib/api-error.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

export const sessionsQuery = () => endpointQuery(authEndpoints.sessions, {}, { staleTime: 0 });

export function useEndSession() {
  const queryClient = useQueryClient();
  const { queryKey } = sessionsQuery();
  const input = ({ id }: Session) => ({ params: { id } });
  return useChange(authEndpoints.endSession, {
    input,
    call: async (session) => {
      try {
        return await callApi(authEndpoints.endSession, input(session));
      } catch (error) {
        // It has expired by itself, which is what was wanted.
        if (!hasCode(error, "not_found")) throw error;
        return undefined;
      }
    },
    failure: "No se pudo cerrar esa sesión. Inténtalo de nuevo.",
    scope: { id: "sessions" },
    onMutate: async ({ id }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Session[]>(queryKey, (sessions) => sessions?.filter((session) => session.id !== id));
    },
    write: () => [queryKey],
    onSuccess: () => announce("Sesión cerrada"),
    onError: (_, session) => {
      queryClient.setQueryData<Session[]>(queryKey, (sessions) => sessions && [...sessions, session].sort(byLastSeen));
    },
  });
}

export function byLastSeen(a: Session, b: Session): number {
  return Number(b.current) - Number(a.current) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt);
}
