import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { breaksQuery } from "#features/pace/pace.api.ts";
import { useDayStart, useToday } from "#features/preferences/use-today.ts";
import { CalibrationChart } from "#features/progress/components/calibration-chart.tsx";
import { CardStatesChart } from "#features/progress/components/card-states.tsx";
import { ForecastChart } from "#features/progress/components/forecast-chart.tsx";
import { HeatMap } from "#features/progress/components/heat-map.tsx";
import { MemoryCard } from "#features/progress/components/memory-card.tsx";
import { RetentionChart } from "#features/progress/components/retention-chart.tsx";
import { Streaks } from "#features/progress/components/streaks.tsx";
import { StudyTime } from "#features/progress/components/study-time.tsx";
import { activityQuery } from "#features/progress/progress.api.ts";
import { computeYearStart } from "#features/progress/progress.calendar.ts";
import { useUser } from "#features/session/use-session.ts";
import { userStatsQuery } from "#features/stats/stats.api.ts";
import { addDays, localDateOf } from "#lib/local-date.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

const LONGEST = 5 * 365;

export default function ProgressPage() {
  return (
    <>
      <PageHeader title="Progreso" backHref={paths.home()} />
      <Progress />
    </>
  );
}

function Progress() {
  const today = useToday();
  const memberSince = localDateOf(useUser().createdAt, useDayStart());
  const [year, longest] = [computeYearStart(today), addDays(today, -LONGEST)];
  // Imported reviews may be older than the account, so at least a year is requested.
  const wanted = memberSince < year ? memberSince : year;
  const from = wanted < longest ? longest : wanted;
  const activity = useQuery(activityQuery(from));
  const stats = useQuery(userStatsQuery());
  const breaks = useQuery(breaksQuery());

  if (activity.data && stats.data) {
    const days = activity.data;
    if (days.length === 0) return <EmptyProgress hasCards={stats.data.totalCards > 0} />;
    const studied = { days: days.length, reviews: days.reduce((sum, { count }) => sum + count, 0) };
    return (
      <div className="flex flex-col gap-3 md:gap-4">
        <Streaks stats={stats.data} studied={studied} />
        <HeatMap today={today} activity={days} breaks={breaks.data ?? []} />
        <MemoryCard />
        <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
          <RetentionChart />
          <CalibrationChart />
          <ForecastChart hasExam={stats.data.nextExam !== null} />
          <CardStatesChart />
          <StudyTime today={today} activity={days} totalLabel={from === longest ? "En 5 años" : "En total"} />
        </div>
      </div>
    );
  }
  if (activity.isPending || stats.isPending) return <ProgressSkeleton />;
  return (
    <ErrorState
      title="No se pudo cargar tu progreso"
      error={activity.error ?? stats.error}
      onRetry={() => {
        for (const query of [activity, stats]) if (query.isError) void query.refetch();
      }}
      retrying={activity.isFetching || stats.isFetching}
    />
  );
}

function EmptyProgress({ hasCards }: { hasCards: boolean }) {
  return (
    <EmptyState
      icon={<ChartNoAxesColumn />}
      title="Aquí verás tu progreso"
      text="Cuando estudies tus primeras cartas, aquí aparecerán tus rachas, lo que recuerdas y lo que está por venir."
      action={
        hasCards ? (
          <ButtonLink href={paths.study()}>Comenzar revisión</ButtonLink>
        ) : (
          <ButtonLink href={paths.folders()}>Ver mis carpetas</ButtonLink>
        )
      }
    />
  );
}

function ProgressSkeleton() {
  return (
    <SkeletonGroup className="flex flex-col gap-3 md:gap-4">
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {["a", "b", "c", "d"].map((tile) => (
          <Skeleton key={tile} className="h-19 rounded-card md:h-22" />
        ))}
      </div>
      <Skeleton className="h-75 rounded-card" />
      <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
        <Skeleton className="h-83 rounded-card" />
        <Skeleton className="h-83 rounded-card" />
      </div>
    </SkeletonGroup>
  );
}
