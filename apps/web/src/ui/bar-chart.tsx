import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { CHART_HEIGHT, ChartArea } from "#ui/chart-area.tsx";
import { cx } from "#ui/cx.ts";
import { useChartWidth } from "#ui/use-chart-width.ts";

type BarOfChart = {
  key: string;
  value: number;
  tick?: string | undefined;
  strong?: boolean;
  /** The value that `value` is compared with. Those of all bars form a line over the chart. */
  beside?: number | undefined;
  /** Draws a vertical line with a diamond on top, which marks an event. */
  marked?: boolean;
};

type BarChartProps = {
  label: string;
  bars: readonly BarOfChart[];
  format: (value: number) => string;
  pointed: string | null;
  onPoint: (key: string | null) => void;
  /** Lets the arrow keys step through the bars. `label` is what a bar represents; `textOf` describes one bar. */
  steps?: { label: string; textOf: (key: string) => string };
};

/** The space for the numbers above the bars and the names below them, in pixels. */
const MARGIN = { top: 22, bottom: 22 };
const TICK_GAP = 4;
/** Half the diagonal of a mark's diamond, in pixels. */
const DIAMOND = 5;
/** In pixels. */
const MAX_BAR_WIDTH = 56;
/** The smallest gap between two numbers, in pixels. */
const NUMBER_GAP = 8;

/** Has no value axis: the highest and the highlighted bars are labelled with their values instead. */
export function BarChart({ label, bars, format, pointed, onPoint, steps }: BarChartProps) {
  const [box, width] = useChartWidth();
  const x = scaleBand({
    domain: bars.map(({ key }) => key),
    range: [0, width],
    padding: computePadding(bars.length, width),
  });
  const most = Math.max(1, ...bars.map(({ value, beside = 0 }) => Math.max(value, beside)));
  const above = bars.some(({ marked }) => marked) ? MARGIN.top + 2 * DIAMOND : MARGIN.top;
  const y = scaleLinear({ domain: [0, most], range: [CHART_HEIGHT - MARGIN.bottom, above] });
  const keyAt = (index: number) => bars[index]?.key ?? "";
  const index = bars.findIndex(({ key }) => key === pointed);
  const pointing = {
    positions: bars.map((_, place) => (place + 0.5) * x.step()),
    pointed: index < 0 ? null : index,
    onPoint: (at: number | null) => onPoint(at === null ? null : keyAt(at)),
    steps: steps && { label: steps.label, textOf: (at: number) => steps.textOf(keyAt(at)) },
  };
  return (
    <ChartArea label={label} box={box} width={width} pointing={pointing}>
      <BarMarks bars={bars} x={x} />
      {bars.map(({ key, value, strong }) => {
        const top =
          value === 0 ? CHART_HEIGHT - MARGIN.bottom - 2 : Math.min(y(value), CHART_HEIGHT - MARGIN.bottom - 4);
        return (
          <Bar
            key={key}
            x={x(key)}
            y={top}
            width={x.bandwidth()}
            height={CHART_HEIGHT - MARGIN.bottom - top}
            rx={Math.min(3, x.bandwidth() / 3)}
            className={cx(value === 0 ? "fill-line" : strong || key === pointed ? "fill-brand" : "fill-brand/60")}
          />
        );
      })}
      <ComparisonLine bars={bars} x={x} y={y} />
      <BarNumbers bars={bars} format={format} width={width} x={x} y={y} />
      <BarTicks bars={bars} width={width} x={x} />
    </ChartArea>
  );
}

/** Returns the gap between bars as a share of their step; larger for few bars, so that these are not too wide. */
function computePadding(count: number, width: number): number {
  return Math.max(0.24, 1 - (MAX_BAR_WIDTH * count) / Math.max(1, width));
}

type BandScale = ReturnType<typeof scaleBand<string>>;

const middleOf = (x: BandScale) => (key: string) => (x(key) ?? 0) + x.bandwidth() / 2;

function BarMarks({ bars, x }: { bars: readonly BarOfChart[]; x: BandScale }) {
  const middle = middleOf(x);
  return bars
    .filter(({ marked }) => marked)
    .map(({ key }) => (
      <g key={key} data-mark={key}>
        <line
          x1={middle(key)}
          x2={middle(key)}
          y1={DIAMOND}
          y2={CHART_HEIGHT - MARGIN.bottom}
          className="stroke-medium-mark [stroke-dasharray:3_4]"
        />
        <path
          d={`M${middle(key)},0l${DIAMOND},${DIAMOND}l${-DIAMOND},${DIAMOND}l${-DIAMOND},${-DIAMOND}z`}
          className="fill-medium-mark"
        />
      </g>
    ));
}

type BarNumbersProps = Pick<BarChartProps, "bars" | "format"> & {
  width: number;
  x: BandScale;
  y: (value: number) => number;
};

function BarNumbers({ bars, format, width, x, y }: BarNumbersProps) {
  const middle = middleOf(x);
  const placed = bars.map(({ key, value, strong = false }) => {
    const text = format(value);
    return { key, value, strong, text, at: clampCenter(middle(key), text, width) };
  });
  return selectNumbers(placed).map(({ key, strong, text, at }) => {
    const reached = bars.filter((bar) => Math.abs(middle(bar.key) - at) < estimateHalfWidth(text) + x.step() / 2);
    return (
      <text
        key={key}
        x={at}
        y={Math.min(...reached.map((bar) => y(Math.max(bar.value, bar.beside ?? 0)))) - 7}
        textAnchor="middle"
        className={cx("tabular", strong ? "fill-ink font-semibold" : "fill-ink-soft")}
      >
        {text}
      </text>
    );
  });
}

/** Draws a step for each bar that has a value to compare with. */
function ComparisonLine({ bars, x, y }: Pick<BarNumbersProps, "bars" | "x" | "y">) {
  const steps = bars.flatMap(({ key, beside }) => (beside === undefined ? [] : [{ from: x(key) ?? 0, at: y(beside) }]));
  if (steps.length === 0) return null;
  const gap = x.step() - x.bandwidth();
  const path = steps.map(({ from, at }, index) => `${index === 0 ? "M" : "L"}${from - gap / 2},${at}h${x.step()}`);
  return (
    <path d={path.join("")} className="fill-none stroke-ink [stroke-linejoin:round]" strokeWidth={1.5} data-beside="" />
  );
}

function BarTicks({ bars, width, x }: { bars: readonly BarOfChart[]; width: number; x: BandScale }) {
  return selectTicks(bars, width, middleOf(x)).map(({ key, tick, at }) => (
    <text key={key} x={at} y={CHART_HEIGHT - 5} textAnchor="middle" className="tabular fill-ink-soft">
      {tick}
    </text>
  ));
}

/** Omits ticks that would overlap the previous one, which happens with large text. */
function selectTicks(bars: readonly BarOfChart[], width: number, middle: (key: string) => number) {
  let taken = 0;
  return bars.flatMap(({ key, tick }) => {
    const at = tick === undefined ? 0 : clampCenter(middle(key), tick, width);
    if (tick === undefined || at - estimateHalfWidth(tick) < taken) return [];
    taken = at + estimateHalfWidth(tick) + TICK_GAP;
    return [{ key, tick, at }];
  });
}

/** In pixels; digits and small letters are about 7 pixels wide. */
function estimateHalfWidth(text: string): number {
  return text.length * 3.6;
}

/** Moves a centered text so that it does not exceed the chart. */
function clampCenter(x: number, text: string, width: number): number {
  const half = estimateHalfWidth(text);
  return Math.min(width - half, Math.max(half, x));
}

type PlacedNumber = { key: string; value: number; strong: boolean; text: string; at: number };

/** Selects the numbers of the highlighted bars, and that of the highest bar unless it would overlap theirs. */
function selectNumbers(numbers: readonly PlacedNumber[]): PlacedNumber[] {
  const strong = numbers.filter((number) => number.strong && number.value > 0);
  const highest = numbers.reduce<PlacedNumber | undefined>(
    (best, number) => (number.value > (best?.value ?? 0) ? number : best),
    undefined,
  );
  const overlaps = (other: PlacedNumber, { text, at }: PlacedNumber) =>
    Math.abs(other.at - at) < estimateHalfWidth(other.text) + estimateHalfWidth(text) + NUMBER_GAP;
  return !highest || strong.some((number) => overlaps(number, highest)) ? strong : [...strong, highest];
}
