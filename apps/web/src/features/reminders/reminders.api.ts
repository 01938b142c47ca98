import { accountEndpoints } from "@repasa/contract/account.ts";
import { reminderEndpoints } from "@repasa/contract/reminders.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#lib/api.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";

/** Stops the reminders of the account that a mailed link belongs to, or starts them again. */
export function useReminderSubscription(token: string) {
  const input = () => ({ body: { token } });
  return useChange(reminderEndpoints.unsubscribe, {
    input,
    call: (wanted: boolean) => callApi(wanted ? reminderEndpoints.resubscribe : reminderEndpoints.unsubscribe, input()),
  });
}

const noOffer = { offer: false, hour: 0 };

/** The offer of a reminder at the end of a session; it depends on the session being `recorded` on the server. */
export function useReminderOffer(wanted: boolean, recorded: () => Promise<void>) {
  const { data } = useQuery({
    ...endpointQuery(reminderEndpoints.offer),
    queryFn: async ({ signal }) => {
      await recorded();
      return navigator.onLine ? callApi(reminderEndpoints.offer, undefined, { signal }) : noOffer;
    },
    enabled: wanted,
    // Each end of a session asks again.
    gcTime: 0,
  });
  return wanted && data?.offer ? data : undefined;
}

/** The hour at which the reminder should come, or null for none. */
type Answer = number | null;

export function useAnswerOffer() {
  const input = (hour: Answer) => ({ body: { accept: hour !== null } });
  return useChange(reminderEndpoints.answerOffer, {
    input,
    call: async (hour) => {
      // Before the reminder is on, or the first one might come at another hour.
      if (hour !== null) await callApi(accountEndpoints.setPreferences, { body: { reminderHour: hour } });
      return callApi(reminderEndpoints.answerOffer, input(hour));
    },
    failure: "No se pudo guardar tu respuesta. Inténtalo de nuevo.",
  });
}
