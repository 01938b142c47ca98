import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createTapGuard } from "#features/study/session/session.taps.ts";

export function useTapGuard(shown: string): (click: { detail: number }) => boolean {
  const [guard] = useState(createTapGuard);
  const since = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something else is shown
  useLayoutEffect(() => {
    since.current = performance.now();
  }, [shown]);
  useEffect(() => {
    document.addEventListener("pointerdown", guard.pressed, { capture: true, passive: true });
    return () => document.removeEventListener("pointerdown", guard.pressed, { capture: true });
  }, [guard]);
  return (click) => guard.accepts(click, since.current);
}
