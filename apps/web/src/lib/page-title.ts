import { useEffect } from "react";

/** Names the document after the screen while it shows. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "Repasa" ? title : `${title} · Repasa`;
  }, [title]);
}
