import { useEffect, useEffectEvent } from "react";
import { isShortcut } from "#lib/shortcut.ts";

/** Lets the left and right arrow keys open the previous and the next card. */
export function useStepKeys(step: (direction: "previous" | "next") => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const direction = event.key === "ArrowLeft" ? "previous" : event.key === "ArrowRight" ? "next" : undefined;
    if (!direction || event.shiftKey || !isShortcut(event)) return;
    event.preventDefault();
    step(direction);
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
