import { useEffect, useSyncExternalStore } from "react";
import { connectOutbox, startOutbox, stopOutbox } from "#features/device/device.outbox.ts";
import type { OutboxStatus } from "#features/device/outbox/outbox.queue.ts";

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
