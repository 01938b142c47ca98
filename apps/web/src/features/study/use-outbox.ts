import { useEffect, useSyncExternalStore } from "react";
import type { OutboxStatus } from "#features/study/offline/offline.outbox.ts";
import { connectOutbox, startOutbox, stopOutbox } from "#features/study/offline/offline.service.ts";

export function useOutboxSending(userId: number): void {
  useEffect(() => {
    startOutbox(userId);
    return stopOutbox;
  }, [userId]);
}

export function useOutboxStatus(userId: number): OutboxStatus {
  const { subscribe, status } = connectOutbox(userId);
  return useSyncExternalStore(subscribe, status);
}
