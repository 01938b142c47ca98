import { useEffect } from "react";

/** Keeps the copy of the account on this device up to date. It is loaded in idle time, because no screen waits for it. */
export function useCopy(userId: number): void {
  useEffect(() => {
    const stopping = new AbortController();
    const start = () => void loadAndStart(userId, stopping.signal);
    const idle =
      "requestIdleCallback" in window ? requestIdleCallback(start, { timeout: 10_000 }) : setTimeout(start, 3000);
    return () => {
      stopping.abort();
      if ("cancelIdleCallback" in window) cancelIdleCallback(idle as number);
      else clearTimeout(idle);
    };
  }, [userId]);
}

async function loadAndStart(userId: number, signal: AbortSignal): Promise<void> {
  try {
    const { startCopy } = await import("#features/device/copy/copy.service.ts");
    await startCopy(userId, signal);
  } catch (error) {
    console.warn("The copy of this device could not be started", error);
  }
}
