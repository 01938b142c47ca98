import { useEffect, useEffectEvent } from "react";
import { getStudyAction, type StudyAction } from "#features/study/study.keys.ts";

export function useStudyKeys(enabled: boolean, act: (action: StudyAction) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = getStudyAction(event);
    // A key without an action keeps its default: Space scrolls a long answer.
    if (action && act(action)) event.preventDefault();
  });
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [enabled]);
}
