import { useEffect } from "react";

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "Repasa" ? title : `${title} · Repasa`;
  }, [title]);
}

/** For a control that disappears when it is used: the focus would be lost with it. */
export function focusPageTitle(): void {
  const title = document.querySelector<HTMLElement>("h1[tabindex]") ?? document.querySelector<HTMLElement>("main");
  title?.focus({ preventScroll: true });
}

/**
 * A ref for an element that disappears when its own button succeeds, as `Reintentar` does: if the focus was in it, the title of the
 * screen gets it.
 */
export function keepFocus(element: HTMLElement | null): () => void {
  // Called while the element is still in the document.
  return () => {
    if (!element?.contains(document.activeElement)) return;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusPageTitle();
    });
  };
}
