import { type RefObject, useEffect, useRef } from "react";

/** The boxes of a rendered text that may be wider than the text, and their names for screen readers. */
const SCROLLERS = { pre: "Código", ".rich-table": "Tabla", ".katex-display": "Fórmula" } as const;

/**
 * Gives a rendered text and its boxes a place in the tab order while they scroll sideways, because keyboards scroll only
 * what has the focus. A text inside a link or a button, and the beginning of a text that is expanded on demand, have no
 * places of their own.
 */
export function useFocusableScrollers(): RefObject<HTMLDivElement | null> {
  const text = useRef<HTMLDivElement>(null);
  // After every render, because formulas and code are drawn later than the text.
  useEffect(() => {
    const root = text.current;
    if (!root || root.closest("a, button, [data-collapsed]")) return;
    const update = () => updateScrollers(root);
    // Formulas are wider once their fonts have loaded.
    document.fonts?.addEventListener("loadingdone", update);
    const observer = new ResizeObserver(update);
    observer.observe(root);
    return () => {
      observer.disconnect();
      document.fonts?.removeEventListener("loadingdone", update);
    };
  });
  return text;
}

function updateScrollers(root: HTMLElement): void {
  const boxes = Object.entries(SCROLLERS).flatMap(([selector, name]) =>
    [...root.querySelectorAll<HTMLElement>(selector)].map((box) => ({ box, name })),
  );
  for (const { box, name } of [{ box: root, name: "Texto" }, ...boxes]) {
    if (box.scrollWidth > box.clientWidth) {
      box.tabIndex = 0;
      box.role = "group";
      box.ariaLabel = name;
    } else for (const attribute of ["tabindex", "role", "aria-label"]) box.removeAttribute(attribute);
  }
}
