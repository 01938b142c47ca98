import { useEffect, useRef } from "react";

/**
 * Returns the ref of the button that takes the focus when a mode of the list ends and its controls disappear, unless
 * something else has the focus.
 */
export function useFocusAtEnd(isActive: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(isActive);
  useEffect(() => {
    const ended = was.current && !isActive;
    was.current = isActive;
    if (!ended) return;
    // Delayed, because a dialog that closes together with the mode first moves the focus to the main region.
    const timer = setTimeout(() => {
      if (document.activeElement?.matches("body, main")) button.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isActive]);
  return button;
}
