import type { ExamForecast, PlannedDay } from "@repasa/contract/exams.ts";
import { useState } from "react";
import { describeUsualDay } from "#features/exams/exams.wording.ts";
import { formatDuration } from "#lib/duration.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { longDay, shortDay } from "#lib/wording.ts";
import { BarChart } from "#ui/bar-chart.tsx";
import { ChartCard, Readout } from "#ui/chart-card.tsx";
import { ChartOrTable } from "#ui/chart-or-table.tsx";

const MINUTE_MS = 60_000;
const TITLE = "Lo que pide cada día";

/** Charts the minutes of each day, from today to the day before the exam. */
export function PlanChart({ forecast: { plan } }: { forecast: ExamForecast }) {
  const [pointed, setPointed] = useState<string | null>(null);
  const summary = describeUsualDay(plan);
  const textOf = (date: string) => {
    const day = plan.find((each) => each.date === date);
    return day ? `${shortDay(date)}: ${formatMinutes(day)}, ${counted(countDayCards(day), "carta", "cartas")}` : null;
  };
  const middle = Math.floor((plan.length - 1) / 2);
  const ticks = plan.length > 4 ? [0, middle, plan.length - 1] : plan.map((_, index) => index);
  return (
    <ChartCard title={TITLE} summary={summary}>
      <ChartOrTable
        table={{
          caption: "Lo que pide cada día hasta el examen",
          head: ["Día", "Repasos", "Nuevas", "Minutos"],
          rows: () =>
            plan.map(({ date, reviews, newCards, minutes }) => [
              longDay(date),
              ...[reviews, newCards, minutes].map((value) => formatCount(Math.round(value))),
            ]),
        }}
      >
        <BarChart
          label={`Minutos previstos cada día hasta el examen. ${summary}`}
          bars={plan.map((each, index) => ({
            key: each.date,
            value: each.minutes * MINUTE_MS,
            strong: index === 0,
            tick: !ticks.includes(index) ? undefined : index === 0 ? "Hoy" : shortDay(each.date),
          }))}
          format={(value) => formatDuration(value)}
          pointed={pointed}
          onPoint={setPointed}
          steps={{ label: "Día hasta el examen", textOf: (date) => textOf(date) ?? "" }}
        />
        <Readout>{pointed && textOf(pointed)}</Readout>
      </ChartOrTable>
    </ChartCard>
  );
}

function formatMinutes({ minutes }: PlannedDay): string {
  return formatDuration(minutes * MINUTE_MS);
}

function countDayCards({ reviews, newCards }: PlannedDay): number {
  return Math.round(reviews + newCards);
}
