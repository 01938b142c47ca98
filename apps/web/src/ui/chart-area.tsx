import type { PointerEvent, ReactNode, RefObject } from "react";

/** In pixels; a class reserves the space until the width is measured. */
export const CHART_HEIGHT = 176;

/** What a chart shows is pointed at by its index. */
type ChartPointing = {
  /** Pixels from the left edge to each thing that can be pointed at. */
  positions: readonly number[];
  /** Null while nothing is pointed at. */
  pointed: number | null;
  onPoint: (index: number | null) => void;
  /** Lets the arrow keys, and screen readers with them, walk through the positions. */
  steps?: ChartSteps | undefined;
};

type ChartSteps = {
  /** What a position stands for: "Día". */
  label: string;
  /** What the chart shows at a position, in words. */
  textOf: (index: number) => string;
};

type ChartAreaProps = {
  label: string;
  box: RefObject<HTMLDivElement | null>;
  width: number;
  /** Without it the chart only shows. */
  pointing?: ChartPointing;
  children: ReactNode;
};

export function ChartArea({ label, box, width, pointing, children }: ChartAreaProps) {
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    pointing?.onPoint(nearestIndex(pointing.positions, x));
  };
  return (
    <div
      ref={box}
      className="relative mt-4 h-[176px] rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-brand"
    >
      {pointing?.steps && <StepSlider pointing={pointing} steps={pointing.steps} />}
      {width > 0 && (
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={CHART_HEIGHT}
          className="block touch-pan-y overflow-visible"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => pointing?.onPoint(null)}
        >
          {children}
        </svg>
      )}
    </div>
  );
}

/** The first of the nearest ones; null where there are none. */
function nearestIndex(positions: readonly number[], x: number): number | null {
  const distances = positions.map((position) => Math.abs(position - x));
  const nearest = distances.indexOf(Math.min(...distances));
  return nearest < 0 ? null : nearest;
}

type StepSliderProps = { pointing: ChartPointing; steps: ChartSteps };

/** Invisible: the chart's readout shows what it says. */
function StepSlider({ pointing: { positions, pointed, onPoint }, steps: { label, textOf } }: StepSliderProps) {
  const index = pointed ?? 0;
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={textOf(index)}
      min={0}
      max={positions.length - 1}
      value={index}
      onChange={(event) => onPoint(Number(event.target.value))}
      onFocus={() => onPoint(index)}
      onBlur={() => onPoint(null)}
      className="pointer-events-none absolute inset-0 opacity-0"
    />
  );
}
