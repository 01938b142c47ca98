import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "wouter";
import { beginAtTop, restoreScrollPosition, suspendNotes } from "#shell/scroll-positions.ts";
import { leaveToastBehind } from "#ui/toast.ts";

let isHistoryMove = false;
// Registered before the router's own listener, so that it is set when the new screen renders.
if (typeof window !== "undefined") {
  window.addEventListener(
    "popstate",
    () => {
      isHistoryMove = true;
      suspendNotes();
      // Back may close a dialog, without another screen.
      setTimeout(() => isHistoryMove && arrive());
    },
    { capture: true },
  );
}

function arrive() {
  if (isHistoryMove) restoreScrollPosition();
  else beginAtTop();
  isHistoryMove = false;
}

/**
 * Starts each new screen at its top, with the focus on its heading and without the toast of the one before; back and
 * forward lead to where it was left.
 */
export function useNavigationFocus(): void {
  const [path] = useLocation();
  const shownPath = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (shownPath.current === path) return;
    const isFirst = shownPath.current === null;
    shownPath.current = path;
    // After a reload the entry is an old one.
    if (isFirst) restoreScrollPosition();
    else arrive();
  }, [path]);

  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    leaveToastBehind();
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
