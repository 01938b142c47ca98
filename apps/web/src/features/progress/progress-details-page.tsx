import { useQuery } from "@tanstack/react-query";
import { breaksQuery } from "#features/pace/pace.api.ts";
import { CalibrationChart } from "#features/progress/components/calibration-chart.tsx";
import { CardStatesChart } from "#features/progress/components/card-states.tsx";
import { ForecastChart } from "#features/progress/components/forecast-chart.tsx";
import { HeatMap } from "#features/progress/components/heat-map.tsx";
import { MemoryCard } from "#features/progress/components/memory-card.tsx";
import { ProgressFrame } from "#features/progress/components/progress-frame.tsx";
import { RetentionChart } from "#features/progress/components/retention-chart.tsx";
import { StudyTime } from "#features/progress/components/study-time.tsx";
import { Totals } from "#features/progress/components/totals.tsx";
import { useTablesChoice } from "#lib/tables-choice.ts";
import { paths } from "#paths.ts";
import { ChartTables } from "#ui/chart-or-table.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SkeletonGroup, Skeletons } from "#ui/skeleton.tsx";
import { SwitchField } from "#ui/switch-field.tsx";

/** All figures and charts, those for experts last. */
export default function ProgressDetailsPage() {
  const breaks = useQuery(breaksQuery());
  const [asTables, chooseTables] = useTablesChoice();
  return (
    <>
      <PageHeader title="Tu progreso en detalle" backHref={paths.progress()} />
      <ProgressFrame skeleton={<DetailsSkeleton />}>
        {({ today, days, isCut, stats }) => (
          <ChartTables shown={asTables}>
            <div className="flex flex-col gap-3 md:gap-4">
              <Totals stats={stats} days={days} />
              <div className="px-1 md:ml-auto md:w-56">
                <SwitchField label="Ver como tablas" checked={asTables} onCheckedChange={chooseTables} />
              </div>
              <HeatMap today={today} activity={days} breaks={breaks.data ?? []} />
              <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
                <RetentionChart />
                <ForecastChart hasExam={stats.nextExam !== null} />
                <CardStatesChart />
                <StudyTime today={today} activity={days} totalLabel={isCut ? "En 5 años" : "En total"} />
                <CalibrationChart />
                <MemoryCard />
              </div>
            </div>
          </ChartTables>
        )}
      </ProgressFrame>
    </>
  );
}

function DetailsSkeleton() {
  return (
    <SkeletonGroup
      className="flex flex-col gap-3 md:gap-4"
      shapes={["h-19.5 rounded-card md:h-21.5", "h-11 md:ml-auto md:w-56", "h-63 md:h-72 rounded-card"]}
    >
      <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
        <Skeletons shapes={["h-78 rounded-card", "h-78 rounded-card"]} />
      </div>
    </SkeletonGroup>
  );
}
