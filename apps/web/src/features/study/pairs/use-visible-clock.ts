import { useEffect, useRef, useState } from "react";

/** Counts the seconds while the page is visible and `running` is true. */
export function useVisibleClock(running: boolean): number {
  const [seconds, setSeconds] = useState(0);
  const elapsedMs = useRef(0);
  useEffect(() => {
    if (!running) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      // The time during which the page was hidden, or the phone slept, does not count.
      if (!document.hidden) elapsedMs.current += Math.min(now - last, 1000);
      last = now;
      setSeconds(Math.floor(elapsedMs.current / 1000));
    }, 250);
    return () => clearInterval(timer);
  }, [running]);
  return seconds;
}
