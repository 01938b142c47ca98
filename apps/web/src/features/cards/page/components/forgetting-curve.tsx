import { computeRecallOnCurve, DEFAULT_DECAY } from "@repasa/scheduler/curve.ts";
import { type CardMemory, computeLastDrawnDay } from "#features/cards/cards.memory.ts";
import { percent, shortDay } from "#lib/wording.ts";
import { CHART_HEIGHT, ChartArea } from "#ui/chart-area.tsx";
import { useChartWidth } from "#ui/use-chart-width.ts";

const TOP = 22;
const BOTTOM = 24;
const LEFT = 46;
const RIGHT = 14;
const STEPS = 60;

type ForgettingCurveProps = { memory: CardMemory; label: string };

/** The forgetting curve, from the last review to some time after the next one. */
export function ForgettingCurve({ memory, label }: ForgettingCurveProps) {
  const [box, width] = useChartWidth();
  const end = computeLastDrawnDay(memory);
  const floor = computeFloor(computeRecallOnCurve(memory.stability, end, DEFAULT_DECAY));
  const right = width - RIGHT;
  const plane: Plane = {
    x: (days) => LEFT + (days / end) * Math.max(1, right - LEFT),
    y: (recall) => TOP + ((1 - recall) / (1 - floor)) * (CHART_HEIGHT - TOP - BOTTOM),
    right,
    floor,
  };
  return (
    <ChartArea label={label} box={box} width={width}>
      <Grid plane={plane} />
      <path d={buildCurvePath(memory.stability, end, plane)} className="fill-none stroke-brand" strokeWidth={2.5} />
      <DueMark memory={memory} plane={plane} />
      <TodayMark memory={memory} plane={plane} />
    </ChartArea>
  );
}

type Plane = { x: (days: number) => number; y: (recall: number) => number; right: number; floor: number };

/** Returns the bottom of the axis: the tenth below the end of the curve, at most 0.8 so that its fall is visible. */
function computeFloor(lowest: number): number {
  return Math.max(0, Math.min(0.8, Math.floor(lowest * 10 - 1e-9) / 10));
}

function buildCurvePath(stability: number, end: number, { x, y }: Plane): string {
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    // Points are denser at the beginning, where the curve falls fastest.
    const days = end * (step / STEPS) ** 2;
    return `${x(days).toFixed(1)},${y(computeRecallOnCurve(stability, days, DEFAULT_DECAY)).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}

function Grid({ plane: { y, right, floor } }: { plane: Plane }) {
  return [1, (1 + floor) / 2, floor].map((recall) => (
    <g key={recall}>
      <line x1={LEFT} x2={right} y1={y(recall)} y2={y(recall)} className="stroke-line" />
      <text x={LEFT - 8} y={y(recall) + 4} textAnchor="end" className="tabular fill-ink-soft">
        {percent(recall)}
      </text>
    </g>
  ));
}

/** The widths in pixels of a date below the axis, without and with its label. */
const DATE_WIDTH = 50;
const LABELLED_DATE_WIDTH = 146;

type MarkProps = { memory: CardMemory; plane: Plane };

function DueMark({ memory, plane: { x, y, right, floor } }: MarkProps) {
  const at = x(memory.dueDays);
  const middle = Math.min(Math.max(at, LEFT + LABELLED_DATE_WIDTH / 2), right - LABELLED_DATE_WIDTH / 2);
  const baseline = CHART_HEIGHT - 4;
  return (
    <>
      <line x1={at} x2={at} y1={y(1)} y2={y(floor)} className="stroke-line-strong [stroke-dasharray:3_4]" />
      <circle cx={at} cy={y(memory.recallDue)} r={4} className="fill-surface stroke-brand" strokeWidth={2} />
      <text x={middle} y={baseline} textAnchor="middle" className="tabular fill-ink-soft">
        {`Próximo repaso ${shortDay(memory.dueDate)}`}
      </text>
      {middle - LABELLED_DATE_WIDTH / 2 > LEFT + DATE_WIDTH && (
        <text x={LEFT} y={baseline} className="tabular fill-ink-soft">
          {shortDay(memory.lastDate)}
        </text>
      )}
    </>
  );
}

/** The label is above the curve, which falls to the right; near the right edge it is below the curve. */
function TodayMark({ memory, plane: { x, y, right } }: MarkProps) {
  const at = x(memory.todayDays);
  // The recall in the label is calibrated to the learner and may differ slightly; the point is on the curve.
  const height = y(computeRecallOnCurve(memory.stability, memory.todayDays, DEFAULT_DECAY));
  const atEdge = right - at < 70;
  return (
    <>
      <circle cx={at} cy={height} r={5.5} className="fill-brand stroke-surface" strokeWidth={1.5} />
      <text
        x={atEdge ? at - 4 : at + 6}
        y={atEdge ? height + 20 : height - 9}
        textAnchor={atEdge ? "end" : "start"}
        className="tabular fill-brand-ink font-semibold"
      >
        {`Hoy ${percent(memory.recallToday)}`}
      </text>
    </>
  );
}
