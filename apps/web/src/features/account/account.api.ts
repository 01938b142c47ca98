import { authEndpoints, type Session } from "@repasa/contract/auth.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { endpointQuery } from "#lib/query.ts";
import { announce } from "#ui/announcer.tsx";
import { errorToast } from "#ui/toast.ts";

export const sessionsQuery = () => endpointQuery(authEndpoints.sessions, {}, { staleTime: 0 });

/** Signs out another of the account's sessions; it leaves the list at once, and comes back if that fails. */
export function useEndSession() {
  const queryClient = useQueryClient();
  const { queryKey } = sessionsQuery();
  return useMutation({
    scope: { id: "sessions" },
    mutationFn: async ({ id }: Session) => {
      try {
        await callApi(authEndpoints.endSession, { params: { id } });
      } catch (error) {
        // Whose session has ended by itself has what they asked for.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onMutate: async ({ id }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Session[]>(queryKey, (sessions) => sessions?.filter((session) => session.id !== id));
    },
    onSuccess: () => announce("Sesión cerrada"),
    onError: (error, session) => {
      queryClient.setQueryData<Session[]>(queryKey, (sessions) => sessions && [...sessions, session].sort(byLastSeen));
      errorToast(error, "No se pudo cerrar esa sesión. Inténtalo de nuevo.");
    },
  });
}

/** The current session first, then the one seen last. */
export function byLastSeen(a: Session, b: Session): number {
  return Number(b.current) - Number(a.current) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt);
}
