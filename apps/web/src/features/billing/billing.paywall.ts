import type { QueryClient } from "@tanstack/react-query";
import { errorMessage } from "#lib/error-message.ts";
import { addListener } from "#lib/listeners.ts";
import { errorToast } from "#ui/toast.ts";

/** `reason` is why the paywall opened without a click. It stays set while the paywall closes. */
type PaywallState = { open: boolean; reason: string | undefined };

let state: PaywallState = { open: false, reason: undefined };
const listeners = new Set<() => void>();

function set(next: PaywallState) {
  state = next;
  for (const listener of listeners) listener();
}

export function openPaywall({ reason }: { reason?: string | undefined } = {}): void {
  set({ open: true, reason });
}

export function closePaywall(): void {
  if (state.open) set({ ...state, open: false });
}

/** Opens the paywall because of a limit. Where Premium is not sold, shows only a toast. */
export async function explainLimit(queryClient: QueryClient, error: Error): Promise<void> {
  const text = "Has llegado al límite del plan gratuito";
  const sold = await isSold(queryClient).catch(() => false);
  if (sold) openPaywall({ reason: errorMessage(error, text) });
  else errorToast(error, text);
}

async function isSold(queryClient: QueryClient): Promise<boolean> {
  // Imported on demand, because every page loads this file.
  const { planQuery } = await import("#features/billing/billing.api.ts");
  return (await queryClient.ensureQueryData(planQuery())).sold;
}

export const paywallStore = {
  subscribe(listener: () => void) {
    return addListener(listeners, listener);
  },
  snapshot: () => state,
};
