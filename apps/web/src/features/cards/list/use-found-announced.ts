import { useEffect } from "react";
import { announce } from "#ui/announcer.tsx";

const PAUSE_MS = 600;

/** Announces the number of found cards to screen readers after a pause in typing; null without a search. */
export function useFoundAnnouncement(label: string | null): void {
  useEffect(() => {
    if (label === null) return;
    const timer = setTimeout(announce, PAUSE_MS, label);
    return () => clearTimeout(timer);
  }, [label]);
}
