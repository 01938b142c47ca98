import { useSyncExternalStore } from "react";
import { addListener } from "#lib/listeners.ts";

/** In localStorage: an account and how many of its changes the server has refused, so that Home knows it in its first frame. */
export const REFUSED_COUNT = "repasa:refused";

const listeners = new Set<() => void>();

export function storeRefusedCount(userId: number, count: number): void {
  try {
    if (readRefusedCount(userId) === count) return;
    if (count === 0) localStorage.removeItem(REFUSED_COUNT);
    else localStorage.setItem(REFUSED_COUNT, `${userId} ${count}`);
  } catch {
    // Ajustes still lists them.
  }
  for (const listener of listeners) listener();
}

function readRefusedCount(userId: number): number {
  try {
    const [owner, count] = (localStorage.getItem(REFUSED_COUNT) ?? "").split(" ");
    return owner === String(userId) ? Number(count) : 0;
  } catch {
    return 0;
  }
}

function subscribe(listener: () => void): () => void {
  const remove = addListener(listeners, listener);
  window.addEventListener("storage", listener);
  return () => {
    remove();
    window.removeEventListener("storage", listener);
  };
}

/** Returns how many changes of an account the server has refused, as this device knows. */
export function useRefusedCount(userId: number): number {
  return useSyncExternalStore(subscribe, () => readRefusedCount(userId));
}
