import { useEffect, useRef } from "react";

/** Returns a ref for the heading of a step, which takes the focus if the previous step has lost it. */
export function useStepFocus(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step may be shown by the same component
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
