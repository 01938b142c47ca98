import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import { type StudyAction, studyActionOf } from "#features/study/study.keys.ts";

/** Whether single keys study, as the user prefers. */
export function useShortcutsWanted(): boolean {
  const { data } = useQuery(preferencesQuery());
  return data?.shortcuts ?? true;
}

/** Hands over what is pressed; `act` tells whether it meant anything just now. */
export function useStudyKeys(enabled: boolean, act: (action: StudyAction) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = studyActionOf(event);
    // What means nothing now stays the browser's: Space scrolls a long answer.
    if (action && act(action)) event.preventDefault();
  });
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [enabled]);
}
