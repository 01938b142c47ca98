import type { PointerEvent, ReactNode, RefObject } from "react";

/** In pixels; the class `h-44` holds the place of it until the width is measured. */
export const CHART_HEIGHT = 176;

type ChartAreaProps = {
  label: string;
  box: RefObject<HTMLDivElement | null>;
  width: number;
  /** Gets the pixels from the left edge, or null when the pointer leaves. */
  onPoint: (x: number | null) => void;
  children: ReactNode;
};

export function ChartArea({ label, box, width, onPoint, children }: ChartAreaProps) {
  const point = (event: PointerEvent<SVGSVGElement>) =>
    onPoint(event.clientX - event.currentTarget.getBoundingClientRect().left);
  return (
    <div ref={box} className="mt-4 h-44">
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
