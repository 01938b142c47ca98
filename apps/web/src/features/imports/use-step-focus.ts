import { useEffect, useRef } from "react";

/** For the heading of a step: takes the focus where the step before it has left none. */
export function useStepFocus(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step may follow another in the same place
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
