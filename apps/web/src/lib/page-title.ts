import { useEffect } from "react";

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "Repasa" ? title : `${title} · Repasa`;
  }, [title]);
}

/** For a control that disappears when it is used: the focus would be lost with it. */
export function focusPageTitle(): void {
  document.querySelector("h1")?.focus({ preventScroll: true });
}

/** Focuses the title of the screen, or its main region where it has none. */
export function focusScreen(): void {
  const main = document.querySelector<HTMLElement>("main");
  (main?.querySelector<HTMLElement>("h1[tabindex]") ?? main)?.focus({ preventScroll: true });
}

/** A ref of what disappears when its control succeeds, as after another try: the screen gets the focus that would be lost with it. */
export function keepFocus(element: HTMLElement | null): () => void {
  // Called while the element is still in the document.
  return () => {
    if (!element?.contains(document.activeElement)) return;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusScreen();
    });
  };
}
