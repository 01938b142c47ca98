import type { ExamLoad } from "@repasa/contract/exams.ts";
import { useState } from "react";
import { describeExamCost } from "#features/exams/exams.wording.ts";
import { ChartState } from "#features/progress/components/chart-state.tsx";
import {
  describeCardsAhead,
  describeToday,
  type ForecastDay,
  formatDayCount,
  type MarkedDay,
  selectExamMarks,
} from "#features/progress/progress.forecast.ts";
import { useForecast } from "#features/progress/use-forecast.ts";
import { keepFocus } from "#lib/page-title.ts";
import { formatCount } from "#lib/plural.ts";
import { longDay, shortDay } from "#lib/wording.ts";
import { BarChart } from "#ui/bar-chart.tsx";
import { Button } from "#ui/button.tsx";
import { ChartCard, Readout } from "#ui/chart-card.tsx";
import { ChartOrTable } from "#ui/chart-or-table.tsx";

const TITLE = "Próximos 30 días";

/** Charts what the next days will ask; with an upcoming exam, the load of each day with and without it. */
export function ForecastChart({ hasExam }: { hasExam: boolean }) {
  const { query, load, days } = useForecast(hasExam);
  if (!days) return <ChartState title={TITLE} query={query} />;
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const isCompared = load.data !== undefined && load.data.days.length > 0;
  const cost = load.data ? describeExamCost(load.data) : null;
  const summary = isCompared && cost ? `${describeToday(days)}. ${cost}` : describeCardsAhead(days, total);
  return (
    <ChartCard title={TITLE} summary={summary}>
      {(total > 0 || isCompared) && <Days days={days} summary={summary} load={load.data} />}
      {hasExam && load.isError && (
        <p ref={keepFocus} className="mt-2 text-ink-soft text-sm">
          No se pudo comparar con y sin examen.{" "}
          <Button variant="ghost" onClick={() => void load.refetch()}>
            Reintentar
          </Button>
        </p>
      )}
    </ChartCard>
  );
}

type DaysProps = { days: readonly ForecastDay[]; summary: string; load: ExamLoad | undefined };

function Days({ days, summary, load }: DaysProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  const isCompared = days.some(({ without }) => without !== undefined);
  const marks = selectExamMarks(load?.exams ?? [], days);
  const listExamLabels = (date: string) => marks.filter((mark) => mark.date === date).map(({ label }) => label);
  const named = marks.map(({ date, label }) => `${label}, el ${shortDay(date)}.`);
  const label = isCompared ? "Cartas previstas cada día, con y sin examen." : "Cartas que te esperan cada día.";
  const textOf = (date: string) => {
    const day = days.find((each) => each.date === date);
    return day ? [`${longDay(date)}: ${formatDayCount(day)}`, ...listExamLabels(date)].join(", ") : "";
  };
  return (
    <ChartOrTable
      table={{
        caption: isCompared
          ? "Cartas previstas en los próximos 30 días"
          : "Cartas que te esperan en los próximos 30 días",
        head: isCompared ? ["Día", "Con examen", "Sin examen"] : ["Día", "Cartas"],
        rows: () =>
          days.map(({ date, count, without }) => [
            [longDay(date), ...listExamLabels(date)].join(", "),
            formatCount(count),
            ...(isCompared ? [formatCount(without ?? count)] : []),
          ]),
      }}
    >
      <BarChart
        label={[label, summary, ...named].join(" ")}
        bars={days.map(({ date, count, without }, index) => ({
          key: date,
          value: count,
          beside: without,
          strong: index === 0,
          marked: listExamLabels(date).length > 0,
          tick: index === 0 ? "Hoy" : index % 7 === 0 ? shortDay(date) : undefined,
        }))}
        format={formatCount}
        pointed={pointed}
        onPoint={setPointed}
        steps={{ label: "Día", textOf }}
      />
      <Readout>{pointed ? textOf(pointed) : "Cada repaso que hagas cambia esta previsión."}</Readout>
      <Legend marks={marks} isCompared={isCompared} />
    </ChartOrTable>
  );
}

/** The legend of the bars, the line and the diamonds. */
function Legend({ marks, isCompared }: { marks: readonly MarkedDay[]; isCompared: boolean }) {
  if (marks.length === 0 && !isCompared) return null;
  const sign = "shrink-0 forced-color-adjust-none";
  return (
    <ul className="mt-1 flex flex-wrap gap-x-5 text-ink-soft text-sm">
      {isCompared && (
        <>
          <li className="flex items-center gap-2">
            <span aria-hidden className={`h-3 w-2 rounded-xs bg-brand/60 ${sign}`} />
            Con examen
          </li>
          <li className="flex items-center gap-2">
            <span aria-hidden className={`w-4 border-ink border-t-[1.5px] ${sign}`} />
            Sin examen
          </li>
        </>
      )}
      {marks.map(({ date, label }) => (
        <li key={`${date} ${label}`} className="flex min-w-0 items-baseline gap-2">
          <span aria-hidden className={`size-2 rotate-45 bg-medium-mark ${sign}`} />
          <span className="wrap-anywhere min-w-0">{`${shortDay(date)}: ${label}`}</span>
        </li>
      ))}
    </ul>
  );
}
