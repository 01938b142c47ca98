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
  size?: "sm" | "lg";
  children?: ReactNode;
};

/** It grows with the text in it. */
const sizes = { sm: "size-[2.5rem] text-[0.75rem]", lg: "size-[4.5rem] text-lg" };

const tones = {
  brand: { track: "stroke-brand-soft", arc: "stroke-brand forced-colors:stroke-[Highlight]" },
  done: { track: "stroke-easy-soft", arc: "stroke-easy-mark forced-colors:stroke-[Highlight]" },
};

export function ProgressRing({ percent, label, tone = "brand", size = "sm", children }: ProgressRingProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div
      role="img"
      aria-label={`${label}: ${value} %`}
      className={cx("relative grid shrink-0 place-items-center", sizes[size])}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 36 36"
        className="-rotate-90 absolute inset-0 size-full"
        fill="none"
        strokeWidth={3.5}
      >
        {/* The large ring lies on the tint of the brand. */}
        <circle
          cx={18}
          cy={18}
          r={RADIUS}
          className={cx(
            size === "lg" ? "stroke-surface" : tones[tone].track,
            "contrast-more:stroke-line forced-colors:stroke-[GrayText]",
          )}
        />
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
      <span aria-hidden="true" className="tabular relative font-bold">
        {children ?? `${value}%`}
      </span>
    </div>
  );
}
