import { hasCode } from "#lib/api-error.ts";

type State = { open: boolean };

let state: State = { open: false };
let settle: ((done: boolean) => void) | undefined;
const listeners = new Set<() => void>();

function set(next: State) {
  state = next;
  for (const listener of listeners) listener();
}

/** Makes a call; where the server wants to know first who is asking, asks and makes it again. */
export async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isConfirmationMissing(error) || !(await askWho())) throw error;
    return call();
  }
}

/** Whoever closed the dialog knows why nothing has happened. */
export function isConfirmationMissing(error: unknown): boolean {
  return hasCode(error, "confirmation_required");
}

function askWho(): Promise<boolean> {
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
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => state,
};
