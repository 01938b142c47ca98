import { errorMessage } from "#lib/error-message.ts";

/** `error` shows only its message; `destructive` has a title of its own. */
export type ToastVariant = "default" | "success" | "destructive" | "error";

export type ToastContent = {
  title?: string;
  description?: string;
  variant?: ToastVariant;
  /** One thing to do about it, as to take it back; the toast goes then. */
  action?: { label: string; onClick: () => void };
};
export type ToastItem = ToastContent & { id: number; open: boolean };

/** In milliseconds; the specification's. */
const REMOVE_DELAY = 5000;

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
  removal = setTimeout(() => set(null), REMOVE_DELAY);
}

/** Who tries again is told anew; until then the refusal of before would lie over what is wrong now. */
export function dismissRefusal(): void {
  if (current?.variant === "error") dismissToast(current.id);
}

let alongId: number | undefined;

/** Before the app itself goes to another screen: the toast that says why is still read there. */
export function takeToastAlong(): void {
  alongId = current?.id;
}

/** Otherwise a toast goes with the screen that it was about. */
export function leaveToastBehind(): void {
  if (current && current.id !== alongId) dismissToast(current.id);
  alongId = undefined;
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => current,
  /** Removes the toast without its animation, between tests. */
  clear() {
    clearTimeout(removal);
    set(null);
  },
};
