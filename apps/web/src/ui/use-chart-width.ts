import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * Returns a ref for the chart, and its width in units of a drawing that grows with the user's text: pixels at the default size of
 * browsers. 0 until it is measured.
 */
export function useChartWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth / readTextScale());
    measure();
    // The text also sets the height, so that a change of its size is noticed.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

/** Returns the user's text size relative to the default of browsers. */
function readTextScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}
