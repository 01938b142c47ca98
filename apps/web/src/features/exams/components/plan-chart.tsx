import type { ExamForecast, PlannedDay } from "@repasa/contract/exams.ts";
import { useState } from "react";
import { describeUsualDay } from "#features/exams/exams.wording.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { longDay, shortDay } from "#lib/wording.ts";
import { BarChart } from "#ui/bar-chart.tsx";
import { ChartCard, ChartTable, Readout } from "#ui/chart-card.tsx";

const TITLE = "Lo que pide cada día";

/** Charts the planned cards of each day, from today to the day before the exam. */
export function PlanChart({ forecast: { plan } }: { forecast: ExamForecast }) {
  const [pointed, setPointed] = useState<string | null>(null);
  const summary = describeUsualDay(plan);
  const textOf = (date: string) => {
    const day = plan.find((each) => each.date === date);
    return day ? `${longDay(date)}: ${counted(countDayCards(day), "carta", "cartas")}` : null;
  };
  const middle = Math.floor((plan.length - 1) / 2);
  const ticks = plan.length > 4 ? [0, middle, plan.length - 1] : plan.map((_, index) => index);
  return (
    <ChartCard title={TITLE} summary={summary}>
      <BarChart
        label={`Cartas previstas cada día hasta el examen. ${summary}`}
        bars={plan.map((each, index) => ({
          key: each.date,
          value: countDayCards(each),
          strong: index === 0,
          tick: !ticks.includes(index) ? undefined : index === 0 ? "Hoy" : shortDay(each.date),
        }))}
        format={formatCount}
        pointed={pointed}
        onPoint={setPointed}
        steps={{ label: "Día hasta el examen", textOf: (date) => textOf(date) ?? "" }}
      />
      <Readout>{(pointed && textOf(pointed)) ?? "Cada repaso que hagas cambia esta previsión."}</Readout>
      <ChartTable
        caption="Cartas previstas hasta el examen"
        head={["Día", "Repasos", "Nuevas", "Minutos"]}
        rows={() =>
          plan.map(({ date, reviews, newCards, minutes }) => [
            longDay(date),
            ...[reviews, newCards, minutes].map((value) => formatCount(Math.round(value))),
          ])
        }
      />
    </ChartCard>
  );
}

function countDayCards({ reviews, newCards }: PlannedDay): number {
  return Math.round(reviews + newCards);
}
