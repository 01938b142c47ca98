import { hasCode } from "#lib/api-error.ts";
import { errorMessage } from "#lib/error-message.ts";

/** `reason`: why the paywall opened by itself; kept while it closes. */
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

export function openPaywallAtLimit(error: unknown): boolean {
  if (!hasCode(error, "limit_reached")) return false;
  openPaywall({ reason: errorMessage(error, "Has llegado al límite del plan gratuito") });
  return true;
}

export const paywallStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => state,
};
