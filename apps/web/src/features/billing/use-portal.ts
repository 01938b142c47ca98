import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { refreshPlan } from "#features/billing/billing.api.ts";
import { beginDeparture, type Departure } from "#features/billing/billing.departure.ts";
import { useShownAgain } from "#features/billing/use-shown-again.ts";
import { useChange } from "#lib/use-change.ts";

export function usePortal() {
  const [leaving, setLeaving] = useState(false);
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null);
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);
  useShownAgain(() => setLeaving(false));
  const { mutate, isPending } = useChange(billingEndpoints.createPortal, {
    input: (_: Departure) => ({ body: {} }),
    failure: "No se pudo abrir la gestión de la suscripción. Inténtalo de nuevo.",
    onSuccess: ({ url }, departure) => {
      if (unmounted.current) {
        departure.cancel();
        return;
      }
      setBlockedUrl(departure.go(url));
      setLeaving(departure.leavesPage);
    },
    onError: (_, departure) => departure.cancel(),
  });
  const opening = isPending || leaving;
  return {
    opening,
    blockedUrl,
    open: () => {
      if (opening) return;
      setBlockedUrl(null);
      mutate(beginDeparture());
    },
  };
}

const PARAMETER = "from";

/**
 * Returns whether the user has just returned from the portal and the plan is being reloaded. Users return before the
 * webhook arrives, so the server is requested to query the provider. The parameter is then removed from the address, so
 * that this happens only once.
 */
export function useReturnFromPortal(): boolean {
  const queryClient = useQueryClient();
  const [returning, setReturning] = useState(
    () => new URLSearchParams(window.location.search).get(PARAMETER) === "portal",
  );
  const { mutate } = useChange(billingEndpoints.restore, {
    input: () => ({}),
    // If reloading fails, the cached plan is shown.
    onSettled: async () => {
      await refreshPlan(queryClient).catch(() => {});
      setReturning(false);
    },
  });
  const requested = useRef(false);
  useEffect(() => {
    if (!returning || requested.current) return;
    requested.current = true;
    const address = new URL(window.location.href);
    address.searchParams.delete(PARAMETER);
    window.history.replaceState(window.history.state, "", address);
    mutate();
  }, [returning, mutate]);
  return returning;
}
