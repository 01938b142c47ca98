import { useEffect, useSyncExternalStore } from "react";
import type { OutboxStatus } from "#features/study/study.outbox.ts";
import { outboxOf, startOutbox, stopOutbox } from "#features/study/study.sync.ts";

/** Sends what waits of a user's ratings as long as they are signed in, on whatever screen. */
export function useOutboxSending(userId: number): void {
  useEffect(() => {
    startOutbox(userId);
    return stopOutbox;
  }, [userId]);
}

export function useOutboxStatus(userId: number): OutboxStatus {
  const { subscribe, status } = outboxOf(userId);
  return useSyncExternalStore(subscribe, status);
}
