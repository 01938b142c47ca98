import { useSyncExternalStore } from "react";

/** In CSS pixels: below this height a form only has room for its fields. */
const MIN_FULL_HEIGHT = 560;

function subscribe(listener: () => void) {
  const viewport = window.visualViewport;
  viewport?.addEventListener("resize", listener);
  viewport?.addEventListener("scroll", listener);
  return () => {
    viewport?.removeEventListener("resize", listener);
    viewport?.removeEventListener("scroll", listener);
  };
}

const visibleHeight = () => {
  const viewport = window.visualViewport;
  // While zoomed in, the viewport is a part of the page, and its height does not depend on a keyboard.
  return viewport && viewport.scale < 1.01 ? Math.round(viewport.height) : window.innerHeight;
};

/** The height that the keyboard of iOS covers. On Android the keyboard makes the page itself smaller. */
const coveredHeight = () => {
  const viewport = window.visualViewport;
  if (!viewport || viewport.scale >= 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop));
};

/** Returns the style that keeps a sheet above the phone's keyboard, and whether little height is left. */
export function useVisibleHeight() {
  const height = useSyncExternalStore(subscribe, visibleHeight);
  const covered = useSyncExternalStore(subscribe, coveredHeight);
  return {
    isShort: height < MIN_FULL_HEIGHT,
    style: covered > 0 ? { bottom: `${covered}px`, maxHeight: `${height}px` } : undefined,
  };
}
