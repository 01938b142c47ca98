import { hasCode } from "#lib/api-error.ts";
import { addListener } from "#lib/listeners.ts";

type State = { open: boolean };

let state: State = { open: false };
let settle: ((done: boolean) => void) | undefined;
const listeners = new Set<() => void>();

function set(next: State) {
  state = next;
  for (const listener of listeners) listener();
}

/** Makes a call. If the server requires a confirmation of identity, requests it from the user and repeats the call. */
export async function callWithConfirmation<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isConfirmationMissing(error) || !(await requestConfirmation())) throw error;
    return call();
  }
}

/** True if the user has closed the confirmation dialog, so that no message is needed. */
export function isConfirmationMissing(error: unknown): boolean {
  return hasCode(error, "confirmation_required");
}

function requestConfirmation(): Promise<boolean> {
  settle?.(false);
  return new Promise((resolve) => {
    settle = resolve;
    set({ open: true });
  });
}

export function closeConfirmation(done: boolean): void {
  if (state.open) set({ open: false });
  settle?.(done);
  settle = undefined;
}

export const confirmationStore = {
  subscribe(listener: () => void) {
    return addListener(listeners, listener);
  },
  snapshot: () => state,
};
