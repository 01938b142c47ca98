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

export function ForecastChart() {
  const forecast = useQuery(dueQuery(DAYS));
  const [pointed, setPointed] = useState<string | null>(null);
  const days = forecast.data;
  if (!days) return <ChartState title="Próximos 30 días" query={forecast} />;
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const day = days.find(({ date }) => date === pointed);
  const today = days[0];
  const summary =
    total === 0
      ? "Por ahora no vuelve ninguna carta en los próximos 30 días."
      : `Hoy te ${today?.count === 1 ? "espera" : "esperan"} ${cards(today?.count ?? 0)}, y en los 29 días siguientes ${
          total - (today?.count ?? 0) === 1 ? "vuelve" : "vuelven"
        } ${cards(total - (today?.count ?? 0))}.`;
  return (
    <ChartCard title="Próximos 30 días" summary={summary}>
      {total > 0 && (
        <>
          <BarChart
            label={`Cartas que vuelven cada día. ${summary}`}
            bars={days.map(({ date, count }, index) => ({
              key: date,
              value: count,
              strong: index === 0,
              tick: index === 0 ? "Hoy" : index % 7 === 0 ? shortDay(date) : undefined,
            }))}
            format={formatCount}
            pointed={pointed}
            onPoint={setPointed}
          />
          <Readout>
            {day ? `${longDay(day.date)}: ${cards(day.count)}` : "Cada repaso que hagas cambia esta previsión."}
          </Readout>
          <TableBehind
            caption="Cartas que vuelven en los próximos 30 días"
            head={["Día", "Cartas"]}
            rows={() => days.map(({ date, count }) => [longDay(date), formatCount(count)])}
          />
        </>
      )}
    </ChartCard>
  );
}
