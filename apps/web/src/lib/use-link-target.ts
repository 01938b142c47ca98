import { type RefCallback, useState } from "react";

/** Focuses the element if it is the target of the address; the browser cannot, because it is rendered later. */
export function useLinkTarget(hash: string): RefCallback<HTMLElement> {
  const [focus] = useState(() => (element: HTMLElement | null) => {
    if (!element || window.location.hash !== hash) return;
    // Deferred, because a new screen is first scrolled to its top.
    requestAnimationFrame(() => {
      element.scrollIntoView({ block: "center" });
      element.focus({ preventScroll: true });
    });
  });
  return focus;
}
