import { accountEndpoints } from "@repasa/contract/account.ts";
import { reminderEndpoints } from "@repasa/contract/reminders.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#lib/api.ts";
import { endpointKey, endpointQuery } from "#lib/query.ts";
import { errorToast } from "#ui/toast.ts";

const preferencesKey = endpointKey(accountEndpoints.preferences);

/** Stops the reminders of the account that a mail's link belongs to, or takes that back. */
export function useReminderSubscription(token: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (wanted: boolean) =>
      callApi(wanted ? reminderEndpoints.resubscribe : reminderEndpoints.unsubscribe, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: preferencesKey }),
  });
}

const noOffer = { offer: false, hour: 0 };

/**
 * Whether to offer the reminder at the end of a session: asked once the server knows of the session, for the offer
 * depends on how many there were. Nothing is offered where it cannot be asked.
 */
export function useReminderOffer(wanted: boolean, recorded: () => Promise<void>) {
  const { data } = useQuery({
    ...endpointQuery(reminderEndpoints.offer),
    queryFn: async ({ signal }) => {
      await recorded();
      return navigator.onLine ? callApi(reminderEndpoints.offer, undefined, { signal }) : noOffer;
    },
    enabled: wanted,
    // Each end of a session asks anew.
    gcTime: 0,
  });
  return wanted && data?.offer ? data : undefined;
}

/** The hour at which the reminder shall come, or null for none. */
type Answer = number | null;

export function useAnswerOffer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (hour: Answer) => {
      // Before the reminder is on, or the first one might come at another hour.
      if (hour !== null) await callApi(accountEndpoints.setPreferences, { body: { reminderHour: hour } });
      await callApi(reminderEndpoints.answerOffer, { body: { accept: hour !== null } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: preferencesKey }),
    onError: (error) => errorToast(error, "No se pudo guardar tu respuesta. Inténtalo de nuevo."),
  });
}
