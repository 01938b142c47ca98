import { type RefCallback, useState } from "react";

/** Focuses its element when the address names it, which the browser cannot do for what is drawn later. */
export function useLinkTarget(hash: string): RefCallback<HTMLElement> {
  const [focus] = useState(() => (element: HTMLElement | null) => {
    if (!element || window.location.hash !== hash) return;
    // After the screen has begun at its top.
    requestAnimationFrame(() => {
      element.scrollIntoView({ block: "center" });
      element.focus({ preventScroll: true });
    });
  });
  return focus;
}
