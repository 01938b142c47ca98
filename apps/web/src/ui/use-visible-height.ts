import { useSyncExternalStore } from "react";

/** In CSS pixels: below it a form has no room for more than its fields. */
const SHORT = 560;

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
  // Zoomed in, the viewport is a part of the page and says nothing about a keyboard.
  return viewport && viewport.scale < 1.01 ? Math.round(viewport.height) : window.innerHeight;
};

/** Covered from below, as by the keyboard of iOS; Android's makes the page itself smaller. */
const coveredHeight = () => {
  const viewport = window.visualViewport;
  if (!viewport || viewport.scale >= 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop));
};

/** Keeps a sheet above the phone's keyboard. */
export function useVisibleHeight() {
  const height = useSyncExternalStore(subscribe, visibleHeight);
  const covered = useSyncExternalStore(subscribe, coveredHeight);
  return {
    isShort: height < SHORT,
    style: covered > 0 ? { bottom: `${covered}px`, maxHeight: `${height}px` } : undefined,
  };
}
