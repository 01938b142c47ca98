import { isUnauthorized } from "#lib/api-error.ts";
import { errorMessage } from "#lib/error-message.ts";

/** `error` shows only its message, with an error icon; `destructive` is a failure with a title of its own. */
export type ToastVariant = "default" | "success" | "destructive" | "error";

export type ToastContent = { title?: string; description?: string; variant?: ToastVariant };
export type ToastItem = ToastContent & { id: number; open: boolean };

/** How long a dismissed toast is still remembered, in milliseconds. */
const REMOVE_DELAY = 5000;

let lastId = 0;
let current: ToastItem | null = null;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ToastItem | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. Only one shows at a time: a new one takes the place of the one before. */
export function toast(content: ToastContent): void {
  clearTimeout(removal);
  lastId += 1;
  set({ ...content, id: lastId, open: true });
}

/**
 * Shows what the server said about an error, or the fallback if it said nothing. A lost session shows nothing here:
 * it has a toast of its own (see lib/session.ts).
 */
export function errorToast(error: unknown, fallback: string): void {
  if (isUnauthorized(error)) return;
  toast({ description: errorMessage(error, fallback), variant: "error" });
}

/** Hides the toast; it is removed 5000 ms later. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  set({ ...current, open: false });
  removal = setTimeout(() => set(null), REMOVE_DELAY);
}

/** For the toaster, which draws the toast. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => current,
  /** Forgets everything at once, without a way out. */
  clear() {
    clearTimeout(removal);
    set(null);
  },
};
