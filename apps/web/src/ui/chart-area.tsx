import type { PointerEvent, ReactNode, RefObject } from "react";

/** In pixels; a class holds the place of it until the width is measured. */
export const CHART_HEIGHT = 176;

/** What the arrow keys walk through, and screen readers with them. */
export type ChartSteps = {
  /** What a step is: "Día". */
  label: string;
  count: number;
  /** Null while nothing is pointed at. */
  at: number | null;
  onStep: (at: number | null) => void;
  /** What stands at a step, in words. */
  textOf: (at: number) => string;
};

type ChartAreaProps = {
  label: string;
  box: RefObject<HTMLDivElement | null>;
  width: number;
  /** Gets the pixels from the left edge, or null when the pointer leaves. */
  onPoint: (x: number | null) => void;
  steps?: ChartSteps | undefined;
  children: ReactNode;
};

export function ChartArea({ label, box, width, onPoint, steps, children }: ChartAreaProps) {
  const point = (event: PointerEvent<SVGSVGElement>) =>
    onPoint(event.clientX - event.currentTarget.getBoundingClientRect().left);
  return (
    <div
      ref={box}
      className="relative mt-4 h-[176px] rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-brand"
    >
      {steps && <StepSlider {...steps} />}
      {width > 0 && (
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={CHART_HEIGHT}
          className="block touch-pan-y overflow-visible"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => onPoint(null)}
        >
          {children}
        </svg>
      )}
    </div>
  );
}

/** Not to be seen: what it says is in the chart's readout. */
function StepSlider({ label, count, at, onStep, textOf }: ChartSteps) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={textOf(at ?? 0)}
      min={0}
      max={count - 1}
      value={at ?? 0}
      onChange={(event) => onStep(Number(event.target.value))}
      onFocus={() => onStep(at ?? 0)}
      onBlur={() => onStep(null)}
      className="pointer-events-none absolute inset-0 opacity-0"
    />
  );
}
