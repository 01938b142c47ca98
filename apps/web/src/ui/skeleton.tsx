import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx("animate-pulse rounded-chip bg-sunken", className)} />;
}

/** Draws a skeleton for each shape, which is given by its classes. */
export function Skeletons({ shapes }: { shapes: readonly string[] }) {
  return shapes.map((shape, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <Skeleton key={index} className={shape} />
  ));
}

type SkeletonGroupProps = {
  text?: string;
  className?: string;
  /** The skeletons at the beginning of the group. */
  shapes?: readonly string[];
  children?: ReactNode;
};

/** Announces to screen readers, once for all of its skeletons, that content is loading. */
export function SkeletonGroup({ text = "Cargando...", className, shapes = [], children }: SkeletonGroupProps) {
  return (
    <div className={className}>
      <span role="status" className="sr-only">
        {text}
      </span>
      <Skeletons shapes={shapes} />
      {children}
    </div>
  );
}
