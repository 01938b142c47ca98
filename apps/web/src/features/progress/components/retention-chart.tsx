import { useQuery } from "@tanstack/react-query";
import { scaleLinear, scalePoint } from "@visx/scale";
import { LinePath } from "@visx/shape";
import { useState } from "react";
import { ChartState } from "#features/progress/components/chart-state.tsx";
import { RECALL_DAYS, retentionQuery } from "#features/progress/progress.api.ts";
import {
  computeOverallRecall,
  computeRecallFloor,
  computeRecallWeeks,
  isWeekDrawn,
  type RecallWeek,
  selectLineWeeks,
} from "#features/progress/progress.retention.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { percent, shortDay } from "#lib/wording.ts";
import { CHART_HEIGHT, ChartArea } from "#ui/chart-area.tsx";
import { ChartCard, Readout } from "#ui/chart-card.tsx";
import { ChartOrTable } from "#ui/chart-or-table.tsx";
import { useChartWidth } from "#ui/use-chart-width.ts";

const TITLE = "Lo que recuerdas";

export function RetentionChart() {
  const retention = useQuery(retentionQuery(RECALL_DAYS));
  const [pointed, setPointed] = useState<number | null>(null);
  if (!retention.data) return <ChartState title={TITLE} query={retention} />;
  const weeks = computeRecallWeeks(retention.data);
  const overall = computeOverallRecall(retention.data);
  if (!overall) {
    return (
      <ChartCard
        title={TITLE}
        summary="Cuando tus cartas vuelvan, aquí verás cuántas recuerdas y cuántas se esperaban."
      />
    );
  }
  const summary = `Has recordado el ${percent(overall.recalled)} de las cartas que volvieron; se esperaba el ${percent(overall.predicted)}.`;
  const week = pointed === null ? undefined : weeks[pointed];
  return (
    <ChartCard title={TITLE} summary={summary}>
      <ChartOrTable
        table={{
          caption: "Recuerdo por semana",
          head: ["Semana del", "Recordado", "Previsto", "Repasos"],
          rows: () =>
            weeks
              .toReversed()
              .map(({ monday, recalled, predicted, reviews }) => [
                shortDay(monday),
                recalled === null ? "—" : percent(recalled),
                predicted === null ? "—" : percent(predicted),
                formatCount(reviews),
              ]),
        }}
      >
        {weeks.some(isWeekDrawn) && (
          <Lines weeks={weeks} label={`Recuerdo por semana. ${summary}`} pointed={pointed} onPoint={setPointed} />
        )}
        <Readout>{week ? describePoint(week) : describeWeeks(weeks)}</Readout>
      </ChartOrTable>
    </ChartCard>
  );
}

function describeWeeks(weeks: readonly RecallWeek[]): string {
  if (!weeks.some(isWeekDrawn)) return "Cuando una semana tenga 10 repasos, la verás aquí.";
  const isAnyMissing = weeks.some((week) => week.reviews > 0 && !isWeekDrawn(week));
  return isAnyMissing ? "Semanas con 10 repasos o más, en seis meses." : "Por semanas, en los últimos seis meses.";
}

function describePoint(week: RecallWeek): string {
  const { monday, recalled, predicted, reviews } = week;
  const name = `Semana del ${shortDay(monday)}`;
  if (recalled === null || predicted === null) return `${name}: ninguna carta volvió`;
  if (!isWeekDrawn(week)) return `${name}: ${counted(reviews, "repaso", "repasos")}, muy pocos para un porcentaje`;
  return `${name}: ${percent(recalled)} recordado, ${percent(predicted)} previsto, ${counted(reviews, "repaso", "repasos")}`;
}

/** The space around the lines, in pixels: for the labels of the recall axis, and on the right for the names of the lines. */
const MARGIN = { top: 12, bottom: 22, left: 44, right: 84 };
const LINE = 16;
/** The width of two dates. */
const TWO_DATES = 90;

type LinesProps = {
  weeks: readonly RecallWeek[];
  label: string;
  pointed: number | null;
  onPoint: (week: number | null) => void;
};

function Lines({ weeks, label, pointed, onPoint }: LinesProps) {
  const [box, width] = useChartWidth();
  const drawn = weeks.filter(isWeekDrawn);
  const floor = computeRecallFloor(drawn);
  const x = scalePoint({
    domain: weeks.map(({ monday }) => monday),
    range: [MARGIN.left + 6, Math.max(MARGIN.left + 7, width - MARGIN.right)],
  });
  const y = scaleLinear({ domain: [floor, 1], range: [CHART_HEIGHT - MARGIN.bottom, MARGIN.top] });
  const at = ({ monday }: RecallWeek) => x(monday) ?? 0;
  const last = drawn.at(-1);
  return (
    <ChartArea label={label} box={box} width={width} pointing={{ positions: weeks.map(at), pointed, onPoint }}>
      <ShareGrid floor={floor} width={width} y={y} />
      <WeekLines weeks={weeks} pointed={pointed} at={at} y={y} />
      {last && <LineNames last={last} x={at(last) + 10} y={y} />}
      {selectEnds(weeks, width - MARGIN.left - MARGIN.right).map(({ monday }, index, { length }) => (
        <text
          key={monday}
          x={x(monday)}
          y={CHART_HEIGHT - 3}
          textAnchor={length === 1 ? "middle" : index === 0 ? "start" : "end"}
          className="tabular fill-ink-soft"
        >
          {shortDay(monday)}
        </text>
      ))}
    </ChartArea>
  );
}

type Scale = (share: number) => number;

function ShareGrid({ floor, width, y }: { floor: number; width: number; y: Scale }) {
  return [1, (1 + floor) / 2, floor].map((share) => (
    <g key={share}>
      <line x1={MARGIN.left} x2={width - MARGIN.right + 6} y1={y(share)} y2={y(share)} className="stroke-line" />
      <text x={MARGIN.left - 8} y={y(share) + 4} textAnchor="end" className="tabular fill-ink-soft">
        {percent(share)}
      </text>
    </g>
  ));
}

type WeekLinesProps = Pick<LinesProps, "weeks" | "pointed"> & { at: (week: RecallWeek) => number; y: Scale };

function WeekLines({ weeks, pointed, at, y }: WeekLinesProps) {
  const line = { weeks: selectLineWeeks(weeks), at, y };
  return (
    <>
      <WeekLine {...line} share={({ predicted }) => predicted} className="stroke-ink-soft [stroke-dasharray:4_4]" />
      <WeekLine
        {...line}
        share={({ recalled }) => recalled}
        className="stroke-brand [stroke-linejoin:round]"
        strokeWidth={2.5}
      />
      {weeks.map(
        (week, index) =>
          week.recalled !== null &&
          isWeekDrawn(week) && (
            <circle
              key={week.monday}
              cx={at(week)}
              cy={y(week.recalled)}
              r={index === pointed ? 5.5 : 3}
              className="fill-brand stroke-surface"
              strokeWidth={1.5}
            />
          ),
      )}
    </>
  );
}

type WeekLineProps = Pick<WeekLinesProps, "weeks" | "at" | "y"> & {
  share: (week: RecallWeek) => number | null;
  className: string;
  strokeWidth?: number;
};

function WeekLine({ weeks, at, y, share, className, strokeWidth = 2 }: WeekLineProps) {
  return (
    <LinePath
      data={[...weeks]}
      x={at}
      y={(week) => y(share(week) ?? 0)}
      defined={(week) => share(week) !== null}
      className={`fill-none ${className}`}
      strokeWidth={strokeWidth}
      strokeLinecap="round"
    />
  );
}

function LineNames({ last, x, y }: { last: RecallWeek; x: number; y: Scale }) {
  const [recalledY, predictedY] = separateLabels(y(last.recalled ?? 1), y(last.predicted ?? 1));
  return (
    <>
      <text x={x} y={recalledY + 4} className="fill-brand-ink font-semibold">
        Recordado
      </text>
      <text x={x} y={predictedY + 4} className="fill-ink-soft">
        Previsto
      </text>
    </>
  );
}

/** Returns the weeks whose dates are named: both ends, or the last one where there is no room for two. */
function selectEnds(weeks: readonly RecallWeek[], room: number): RecallWeek[] {
  return (room < TWO_DATES ? [weeks.at(-1)] : [...new Set([weeks[0], weeks.at(-1)])]).filter(
    (week) => week !== undefined,
  );
}

function separateLabels(one: number, other: number): [number, number] {
  const gap = Math.abs(one - other);
  if (gap >= LINE) return [one, other];
  const push = (LINE - gap) / 2;
  return one <= other ? [one - push, other + push] : [one + push, other - push];
}
