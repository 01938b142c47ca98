import { useEffect, useEffectEvent } from "react";
import { getStudyAction, type StudyAction } from "#features/study/study.keys.ts";

/** `expectsText`: the student may be typing although there is no field, so that letters are no shortcuts. */
export function useStudyKeys(enabled: boolean, expectsText: boolean, act: (action: StudyAction) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (expectsText && /^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey) return;
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
