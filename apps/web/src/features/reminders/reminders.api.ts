import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as reminderEndpoints from "@repasa/contract/client/reminders.ts";
import type { ReminderSubscription } from "@repasa/contract/reminders.ts";
import { useQuery } from "@tanstack/react-query";
import { parseReminderTime } from "#features/preferences/preferences.options.ts";
import { callApi } from "#lib/api.ts";
import { endpointKey, endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";

export function useReminderSubscription(token: string) {
  const input = () => ({ body: { token } });
  const unsubscribe = useChange(reminderEndpoints.unsubscribe, { input });
  const resubscribe = useChange(reminderEndpoints.resubscribe, { input });
  return {
    setReminder: (wanted: boolean, options: { onSuccess: (response: ReminderSubscription) => void }) =>
      (wanted ? resubscribe : unsubscribe).mutate(undefined, options),
    isPending: unsubscribe.isPending || resubscribe.isPending,
    error: unsubscribe.error ?? resubscribe.error,
  };
}

const noOffer = { offer: false, hour: 0, minute: 0 as const };

/** Loads whether to offer a reminder. Waits for `recorded`, because the server decides by the session just recorded. */
export function useReminderOffer(wanted: boolean, recorded: () => Promise<void>) {
  const { data } = useQuery({
    ...endpointQuery(reminderEndpoints.offer),
    queryFn: async ({ signal }) => {
      await recorded();
      return navigator.onLine ? callApi(reminderEndpoints.offer, undefined, { signal }) : noOffer;
    },
    enabled: wanted,
    gcTime: 0,
  });
  return wanted && data?.offer ? data : undefined;
}

/** The value of the option of the chosen time; null if the offer was declined. */
type Answer = string | null;

export function useAnswerOffer() {
  const input = (time: Answer) => ({ body: { accept: time !== null } });
  return useChange(reminderEndpoints.answerOffer, {
    input,
    call: async (time) => {
      // Saves the time first, because otherwise the first reminder might be sent at another time.
      if (time !== null) await callApi(accountEndpoints.setPreferences, { body: parseReminderTime(time) });
      return callApi(reminderEndpoints.answerOffer, input(time));
    },
    // Not reloaded: the offer would disappear, and with it the card that confirms the answer.
    write: () => [endpointKey(reminderEndpoints.offer)],
    failure: "No se pudo guardar tu respuesta. Inténtalo de nuevo.",
  });
}
