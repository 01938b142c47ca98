import { useEffect } from "react";

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "Repasa" ? title : `${title} · Repasa`;
  }, [title]);
}

/** For a control that goes when it is used, and would take the focus with it. */
export function focusPageTitle(): void {
  document.querySelector("h1")?.focus({ preventScroll: true });
}
