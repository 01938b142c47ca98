import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

const CIRCUMFERENCE = 100.5;
const RADIUS = CIRCUMFERENCE / (2 * Math.PI);

type ProgressRingProps = {
  /** 0 to 100. */
  percent: number;
  label: string;
  /** `done` is green. */
  tone?: "brand" | "done";
  children?: ReactNode;
};

const tones = {
  brand: { track: "stroke-brand-soft", arc: "stroke-brand" },
  done: { track: "stroke-easy-soft", arc: "stroke-easy-mark" },
};

export function ProgressRing({ percent, label, tone = "brand", children }: ProgressRingProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div role="img" aria-label={`${label}: ${value} %`} className="relative grid size-10 shrink-0 place-items-center">
      <svg
        aria-hidden="true"
        viewBox="0 0 36 36"
        className="-rotate-90 absolute inset-0 size-full"
        fill="none"
        strokeWidth={3.5}
      >
        <circle cx={18} cy={18} r={RADIUS} className={tones[tone].track} />
        {value > 0 && (
          <circle
            cx={18}
            cy={18}
            r={RADIUS}
            className={cx(tones[tone].arc, "ring-in")}
            strokeLinecap="round"
            strokeDasharray={CIRCUMFERENCE}
            strokeDashoffset={CIRCUMFERENCE * (1 - value / 100)}
          />
        )}
      </svg>
      <span aria-hidden="true" className="tabular relative font-bold text-[0.75rem]">
        {children ?? `${value}%`}
      </span>
    </div>
  );
}
