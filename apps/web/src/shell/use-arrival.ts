import { useEffect, useRef } from "react";
import { useLocation } from "wouter";

let cameByHistory = false;
// Registered before the router's own listener, so that it is known when the new screen is drawn.
if (typeof window !== "undefined") {
  window.addEventListener(
    "popstate",
    () => {
      cameByHistory = true;
    },
    { capture: true },
  );
}

/**
 * Puts a visitor at the beginning of each new screen: scrolled to the top, the focus on its heading. Back and forward
 * keep the scroll position that the browser restores, and a field that took the focus itself keeps it.
 */
export function useArrival(): void {
  const [path] = useLocation();
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    if (!cameByHistory) window.scrollTo(0, 0);
    cameByHistory = false;
    const frame = requestAnimationFrame(() => {
      const main = document.querySelector<HTMLElement>("main");
      if (!main || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      if (main !== document.activeElement && main.contains(document.activeElement)) return;
      const heading = main.querySelector<HTMLElement>("h1[tabindex]");
      (heading ?? main).focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
}
