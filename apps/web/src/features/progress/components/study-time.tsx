import type { ActivityDay } from "@repasa/contract/stats.ts";
import { useState } from "react";
import { computeStudyTimes, computeWeekTimes } from "#features/progress/progress.time.ts";
import { formatDuration } from "#lib/duration.ts";
import { shortDay } from "#lib/wording.ts";
import { BarChart } from "#ui/bar-chart.tsx";
import { ChartCard, Readout } from "#ui/chart-card.tsx";
import { ChartOrTable } from "#ui/chart-or-table.tsx";

const WEEKS = 12;

type StudyTimeProps = {
  today: string;
  activity: readonly ActivityDay[];
  /** "En total", unless older days are omitted. */
  totalLabel: string;
};

export function StudyTime({ today, activity, totalLabel }: StudyTimeProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  const times = computeStudyTimes(today, activity);
  const weeks = computeWeekTimes(today, activity, WEEKS);
  const week = weeks.find(({ monday }) => monday === pointed);
  return (
    <ChartCard title="Tiempo de estudio">
      <dl className="mt-3 flex flex-wrap justify-between gap-x-4 gap-y-2">
        <Time label="Hoy" value={times.today} />
        <Time label="Esta semana" value={times.week} />
        <Time label={totalLabel} value={times.total} />
      </dl>
      <ChartOrTable
        table={{
          caption: `Tiempo de estudio en las últimas ${WEEKS} semanas`,
          head: ["Semana del", "Tiempo"],
          rows: () =>
            weeks.toReversed().map(({ monday, durationMs }) => [shortDay(monday), formatDuration(durationMs, "long")]),
        }}
      >
        <BarChart
          label={`Tiempo de estudio por semana en las últimas ${WEEKS} semanas`}
          bars={weeks.map(({ monday, durationMs }, index) => ({
            key: monday,
            value: durationMs,
            strong: index === WEEKS - 1,
            tick: index === WEEKS - 1 ? "Esta" : index % 4 === 0 ? shortDay(monday) : undefined,
          }))}
          format={(value) => formatDuration(value)}
          pointed={pointed}
          onPoint={setPointed}
        />
        <Readout>
          {week
            ? `Semana del ${shortDay(week.monday)}: ${formatDuration(week.durationMs)}`
            : "Por semanas, de lunes a domingo."}
        </Readout>
      </ChartOrTable>
    </ChartCard>
  );
}

function Time({ label, value }: { label: string; value: number }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="tabular mt-0.5 whitespace-nowrap font-bold text-lg">{formatDuration(value)}</dd>
    </div>
  );
}
