import type { ReactNode } from "react";

/** Fills the height of the screen, so that the rating buttons never move. */
export function StudyFrame({ children }: { children: ReactNode }) {
  return (
    <div className="study-frame @container flex min-h-120 flex-1 flex-col has-data-typed:min-h-0 flat:min-h-0">
      {children}
    </div>
  );
}

/** Lays out the card and its buttons: stacked, or side by side on a phone in landscape. */
export function StudyTable({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 flex min-h-0 flex-1 flex-col short:mt-2 flat:mt-2 flat:flex-row flat:gap-3">{children}</div>
  );
}
