import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

/** A grey block of the size of what comes; give it width and height by classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx("animate-pulse rounded-chip bg-sunken", className)} />;
}

type SkeletonGroupProps = { text?: string; className?: string; children: ReactNode };

/** Holds skeletons and says once, for those who do not see them, that something is loading. */
export function SkeletonGroup({ text = "Cargando...", className, children }: SkeletonGroupProps) {
  return (
    <div className={className}>
      <span role="status" className="sr-only">
        {text}
      </span>
      {children}
    </div>
  );
}
