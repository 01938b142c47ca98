import type { ReactNode } from "react";

/** As high as the screen, so that the rating buttons never move. */
export function StudyFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-[calc(100dvh-2.5rem-env(safe-area-inset-bottom))] max-h-[calc(100dvh-2.5rem-env(safe-area-inset-bottom))] min-h-96 flex-1 flex-col md:h-[calc(100dvh-4rem)] md:max-h-[calc(100dvh-4rem)]">
      {children}
    </div>
  );
}
