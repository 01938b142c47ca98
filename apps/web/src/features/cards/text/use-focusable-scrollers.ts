import { type RefObject, useEffect, useRef } from "react";
import { updateScrollers } from "#features/cards/text/text.scrollers.ts";

/**
 * Gives a rendered text and its boxes a place in the tab order while they scroll sideways. A text inside a link or a button, and the
 * beginning of a text that is expanded on demand, have no places of their own.
 */
export function useFocusableScrollers(): RefObject<HTMLDivElement | null> {
  const text = useRef<HTMLDivElement>(null);
  // After every render, because formulas and code are drawn later than the text.
  useEffect(() => {
    const root = text.current;
    if (!root || root.closest("a, button, [data-collapsed]")) return;
    const update = () => updateScrollers(root);
    // Formulas are wider once their fonts have loaded.
    document.fonts?.addEventListener("loadingdone", update);
    const observer = new ResizeObserver(update);
    observer.observe(root);
    return () => {
      observer.disconnect();
      document.fonts?.removeEventListener("loadingdone", update);
    };
  });
  return text;
}
