import { useEffect, useEffectEvent } from "react";
import { type StudyAction, studyActionOf } from "#features/study/study.keys.ts";

export function useStudyKeys(enabled: boolean, act: (action: StudyAction) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = studyActionOf(event);
    // Otherwise the browser keeps the key: Space scrolls a long answer.
    if (action && act(action)) event.preventDefault();
  });
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [enabled]);
}
