import { useEffect, useRef } from "react";
import { announce } from "#ui/announcer.tsx";

/**
 * Tells screen readers the title of a step, once: its heading, for which it returns a ref, takes the focus if the previous step
 * has lost it; otherwise the title is announced.
 */
export function useStepFocus(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isLost) heading.current?.focus({ preventScroll: true });
    return isLost ? undefined : announce(title);
  }, [title]);
  return heading;
}
