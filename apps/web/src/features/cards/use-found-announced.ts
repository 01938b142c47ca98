import { useEffect } from "react";
import { announce } from "#ui/announcer.tsx";

const PAUSE_MS = 600;

/** Tells screen readers how many cards were found, once somebody who types has paused; null while nothing is sought. */
export function useFoundAnnounced(label: string | null): void {
  useEffect(() => {
    if (label === null) return;
    const timer = setTimeout(announce, PAUSE_MS, label);
    return () => clearTimeout(timer);
  }, [label]);
}
