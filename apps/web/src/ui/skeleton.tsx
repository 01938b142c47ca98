import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx("animate-pulse rounded-chip bg-sunken", className)} />;
}

type SkeletonGroupProps = { text?: string; className?: string; children: ReactNode };

/** Announces to screen readers, once for all of its skeletons, that content is loading. */
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
