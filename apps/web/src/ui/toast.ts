import { errorMessage } from "#lib/error-message.ts";
import { addListener } from "#lib/listeners.ts";

/** `error` only has a message; `destructive` also has a title. */
export type ToastVariant = "default" | "success" | "destructive" | "error";

export type ToastContent = {
  title?: string;
  description?: string;
  variant?: ToastVariant;
  /** An action such as undo. The toast is dismissed when it is used. */
  action?: { label: string; onClick: () => void };
};
export type ToastItem = ToastContent & { id: number; open: boolean };

/** In milliseconds, as in the specification. */
const REMOVE_DELAY_MS = 5000;

let lastId = 0;
let current: ToastItem | null = null;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ToastItem | null) {
  current = next;
  for (const listener of listeners) listener();
}

export function toast(content: ToastContent): void {
  clearTimeout(removal);
  lastId += 1;
  set({ ...content, id: lastId, open: true });
}

/** Shows the server's message about an error, or the fallback. */
export function errorToast(error: unknown, fallback: string): void {
  toast({ description: errorMessage(error, fallback), variant: "error" });
}

export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  set({ ...current, open: false });
  removal = setTimeout(() => set(null), REMOVE_DELAY_MS);
}

/** Called when a form is submitted again: the previous error would cover the form and may no longer apply. */
export function dismissErrorToast(): void {
  if (current?.variant === "error") dismissToast(current.id);
}

let alongId: number | undefined;

/** Called before a redirect: the present toast, which explains it, stays visible on the next screen. */
export function preserveToast(): void {
  alongId = current?.id;
}

/** Called after a navigation: dismisses a toast of the previous screen unless `preserveToast` was called for it. */
export function dismissPreviousToast(): void {
  if (current && current.id !== alongId) dismissToast(current.id);
  alongId = undefined;
}

export const toastStore = {
  subscribe(listener: () => void) {
    return addListener(listeners, listener);
  },
  snapshot: () => current,
  /** Removes the toast without its animation. Called between tests. */
  clear() {
    clearTimeout(removal);
    set(null);
  },
};
