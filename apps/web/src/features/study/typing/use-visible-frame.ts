import { useLayoutEffect } from "react";

/** In CSS pixels: below this height the screen only has room for question, field and buttons. */
const SHORT = 600;

/**
 * Makes the frame of a session as high as what the phone's keyboard leaves of the screen. On Android the keyboard makes the page
 * itself smaller; on iOS it covers the page, which then scrolls to show the field.
 */
export function useVisibleFrame(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const viewport = window.visualViewport;
    const fit = () => {
      // While zoomed in, the viewport is a part of the page, and its height does not depend on a keyboard.
      const isZoomed = !viewport || viewport.scale >= 1.01;
      const covered = isZoomed ? 0 : Math.max(0, Math.round(window.innerHeight - viewport.height));
      root.style.setProperty("--covered", `${covered}px`);
      root.toggleAttribute("data-short", window.innerHeight - covered < SHORT);
      if (covered > 0 && viewport && viewport.offsetTop > 0) window.scrollTo(0, 0);
    };
    fit();
    const events = ["resize", "scroll"];
    for (const event of events) viewport?.addEventListener(event, fit);
    return () => {
      for (const event of events) viewport?.removeEventListener(event, fit);
      root.style.removeProperty("--covered");
      root.removeAttribute("data-short");
    };
  }, []);
}
