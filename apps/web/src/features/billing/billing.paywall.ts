import { ApiError } from "#lib/api-error.ts";
import { errorMessage } from "#lib/error-message.ts";

/** `reason` says why the paywall came up by itself, such as a limit that was met; it stays for the way out. */
export type PaywallState = { open: boolean; reason: string | undefined };

let state: PaywallState = { open: false, reason: undefined };
const listeners = new Set<() => void>();

function set(next: PaywallState) {
  state = next;
  for (const listener of listeners) listener();
}

/** Opens the paywall from anywhere behind the session gate. */
export function openPaywall({ reason }: { reason?: string | undefined } = {}): void {
  set({ open: true, reason });
}

export function closePaywall(): void {
  if (state.open) set({ ...state, open: false });
}

/** Opens the paywall, saying which limit was met, when that is why a call was refused; tells whether it was. */
export function openPaywallAtLimit(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== "limit_reached") return false;
  openPaywall({ reason: errorMessage(error, "Has llegado al límite del plan gratuito") });
  return true;
}

/** For the host, which draws the paywall. */
export const paywallStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => state,
};
