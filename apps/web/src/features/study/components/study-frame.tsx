import type { ReactNode } from "react";

/** As high as the screen, so that the rating buttons never move. */
export function StudyFrame({ children }: { children: ReactNode }) {
  return <div className="study-frame flex min-h-96 flex-1 flex-col flat:min-h-0">{children}</div>;
}

/** The card and what can be done with it: one below the other, or side by side on a phone that lies. */
export function StudyTable({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex min-h-0 flex-1 flex-col flat:mt-2 flat:flex-row flat:gap-3">{children}</div>;
}
