import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChartState } from "#features/progress/components/chart-state.tsx";
import { dueQuery } from "#features/progress/progress.api.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { longDay, shortDay } from "#lib/wording.ts";
import { BarChart } from "#ui/bar-chart.tsx";
import { ChartCard, Readout, TableBehind } from "#ui/chart-card.tsx";

const DAYS = 30;
const cards = (count: number) => counted(count, "carta", "cartas");

/** A day that the chart points out, such as that of an exam, and what it is called: "Examen Anatomía". */
export type MarkedDay = { date: string; label: string };

export function ForecastChart({ marks = [] }: { marks?: readonly MarkedDay[] }) {
  const forecast = useQuery(dueQuery(DAYS));
  const [pointed, setPointed] = useState<string | null>(null);
  const days = forecast.data;
  if (!days) return <ChartState title="Próximos 30 días" query={forecast} />;
  const shown = marksWithin(marks, days);
  const marksOf = (date: string) => shown.filter((mark) => mark.date === date).map(({ label }) => label);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const day = days.find(({ date }) => date === pointed);
  const summary = summaryOf(days[0]?.count ?? 0, total);
  const named = shown.map(({ date, label }) => `${label}, el ${shortDay(date)}.`);
  return (
    <ChartCard title="Próximos 30 días" summary={summary}>
      {total > 0 && (
        <>
          <BarChart
            label={["Cartas que vuelven cada día.", summary, ...named].join(" ")}
            bars={days.map(({ date, count }, index) => ({
              key: date,
              value: count,
              strong: index === 0,
              marked: marksOf(date).length > 0,
              tick: index === 0 ? "Hoy" : index % 7 === 0 ? shortDay(date) : undefined,
            }))}
            format={formatCount}
            pointed={pointed}
            onPoint={setPointed}
          />
          <Readout>
            {day
              ? [`${longDay(day.date)}: ${cards(day.count)}`, ...marksOf(day.date)].join(", ")
              : "Cada repaso que hagas cambia esta previsión."}
          </Readout>
          <Marks marks={shown} />
          <TableBehind
            caption="Cartas que vuelven en los próximos 30 días"
            head={["Día", "Cartas"]}
            rows={() =>
              days.map(({ date, count }) => [[longDay(date), ...marksOf(date)].join(", "), formatCount(count)])
            }
          />
        </>
      )}
    </ChartCard>
  );
}

function marksWithin(marks: readonly MarkedDay[], days: readonly { date: string }[]): MarkedDay[] {
  return marks
    .filter((mark) => days.some(({ date }) => date === mark.date))
    .sort((one, other) => (one.date < other.date ? -1 : 1));
}

function summaryOf(today: number, total: number): string {
  if (total === 0) return "Por ahora no vuelve ninguna carta en los próximos 30 días.";
  const later = total - today;
  return `Hoy te ${today === 1 ? "espera" : "esperan"} ${cards(today)}, y en los 29 días siguientes ${
    later === 1 ? "vuelve" : "vuelven"
  } ${cards(later)}.`;
}

/** What the diamonds stand for. */
function Marks({ marks }: { marks: readonly MarkedDay[] }) {
  if (marks.length === 0) return null;
  return (
    <ul className="mt-1 text-ink-soft text-sm">
      {marks.map(({ date, label }) => (
        <li key={`${date} ${label}`} className="flex items-baseline gap-2">
          <span aria-hidden className="size-2 shrink-0 rotate-45 bg-medium-mark forced-color-adjust-none" />
          <span className="wrap-anywhere min-w-0">{`${shortDay(date)}: ${label}`}</span>
        </li>
      ))}
    </ul>
  );
}
