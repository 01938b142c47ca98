import type { PointerEvent, ReactNode, RefObject } from "react";

/** In the units of `useChartWidth`. `h-[11rem]` below reserves the same height until the width is measured. */
export const CHART_HEIGHT = 176;

/** How the user points at the elements of a chart; elements are identified by their index. */
type ChartPointing = {
  /** The distance of each element from the left edge. */
  positions: readonly number[];
  /** Null while no element is pointed at. */
  pointed: number | null;
  onPoint: (index: number | null) => void;
  /** Lets the arrow keys, and therefore screen readers, step through the elements. */
  steps?: ChartSteps | undefined;
};

type ChartSteps = {
  /** What an element represents, for example "Día". */
  label: string;
  /** Describes an element in words. */
  textOf: (index: number) => string;
};

type ChartAreaProps = {
  label: string;
  box: RefObject<HTMLDivElement | null>;
  width: number;
  /** Without it, the chart is not interactive. */
  pointing?: ChartPointing;
  children: ReactNode;
};

export function ChartArea({ label, box, width, pointing, children }: ChartAreaProps) {
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const drawn = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - drawn.left) * CHART_HEIGHT) / (drawn.height || CHART_HEIGHT);
    pointing?.onPoint(nearestIndex(pointing.positions, x));
  };
  return (
    <div
      ref={box}
      className="relative mt-4 h-[11rem] rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-brand"
    >
      {pointing?.steps && <StepSlider pointing={pointing} steps={pointing.steps} />}
      {width > 0 && (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${width} ${CHART_HEIGHT}`}
          className="block size-full touch-pan-y overflow-visible text-[12px]"
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

/** Returns the first one if several are equally near; null if there are none. */
function nearestIndex(positions: readonly number[], x: number): number | null {
  const distances = positions.map((position) => Math.abs(position - x));
  const nearest = distances.indexOf(Math.min(...distances));
  return nearest < 0 ? null : nearest;
}

type StepSliderProps = { pointing: ChartPointing; steps: ChartSteps };

/** Visually hidden, because the chart's readout shows the same text. */
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
