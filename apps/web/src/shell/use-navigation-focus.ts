import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useLocationProperty } from "wouter/use-browser-location";
import { focusPageTitle } from "#lib/page-title.ts";
import { ASSIGNMENT } from "#paths.ts";
import { dismissPreviousToast } from "#ui/toast.ts";

let isHistoryMove = false;
// Registered before the router's own listener, so that it is set when the new screen renders.
if (typeof window !== "undefined") {
  window.addEventListener(
    "popstate",
    () => {
      isHistoryMove = true;
    },
    { capture: true },
  );
}

/** The one screen that the query of an address names. */
const findAssignment = () => new URLSearchParams(window.location.search).get(ASSIGNMENT);

/**
 * Scrolls each new screen to its top, focuses its heading and dismisses the toast of the previous screen. Scroll
 * positions after Back and Forward are handled in `use-scroll-positions.ts`.
 */
export function useNavigationFocus(): void {
  const [path] = useLocation();
  const assignment = useLocationProperty(findAssignment);
  const screen = `${path} ${assignment}`;
  const lastScreen = useRef(screen);
  useEffect(() => {
    if (lastScreen.current === screen) return;
    lastScreen.current = screen;
    dismissPreviousToast();
    if (!isHistoryMove) window.scrollTo(0, 0);
    isHistoryMove = false;
    const frame = requestAnimationFrame(() => {
      const main = document.querySelector<HTMLElement>("main");
      if (!main || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      if (main !== document.activeElement && main.contains(document.activeElement)) return;
      focusPageTitle();
    });
    return () => cancelAnimationFrame(frame);
  }, [screen]);
}
