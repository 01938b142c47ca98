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
