import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

const CIRCUMFERENCE = 100.5;
const RADIUS = CIRCUMFERENCE / (2 * Math.PI);

type ProgressRingProps = {
  /** 0 to 100. */
  percent: number;
  label: string;
  children?: ReactNode;
  className?: string;
};

export function ProgressRing({ percent, label, children, className }: ProgressRingProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div
      role="img"
      aria-label={`${label}: ${value} %`}
      className={cx("relative grid size-18 shrink-0 place-items-center", className)}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 36 36"
        className="-rotate-90 absolute inset-0 size-full"
        fill="none"
        strokeWidth={3.5}
      >
        <circle cx={18} cy={18} r={RADIUS} className="stroke-brand-soft" />
        {value > 0 && (
          <circle
            cx={18}
            cy={18}
            r={RADIUS}
            className="stroke-brand transition-[stroke-dashoffset] duration-300"
            strokeLinecap="round"
            strokeDasharray={CIRCUMFERENCE}
            strokeDashoffset={CIRCUMFERENCE * (1 - value / 100)}
          />
        )}
      </svg>
      <span aria-hidden="true" className="tabular relative font-bold text-base">
        {children ?? `${value}%`}
      </span>
    </div>
  );
}
