/** The boxes of a rendered text that may be wider than the text, and their names for screen readers. */
const SCROLLERS = { pre: "Código", ".rich-table": "Tabla", ".katex-display": "Fórmula" } as const;

/**
 * Gives a rendered text and its boxes a place in the tab order while they scroll sideways, because keyboards scroll only what has the
 * focus.
 */
export function updateScrollers(root: HTMLElement): void {
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
