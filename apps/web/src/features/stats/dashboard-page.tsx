import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AdPlace } from "#features/billing/components/ad-place.tsx";
import { PremiumCrown } from "#features/billing/components/premium-crown.tsx";
import { FuturePanel, PastPanel } from "#features/stats/components/day-panel.tsx";
import { DayStrip, dayTabId } from "#features/stats/components/day-strip.tsx";
import { FirstSteps } from "#features/stats/components/first-steps.tsx";
import { FoldersOfDay } from "#features/stats/components/folders-of-day.tsx";
import { Streak } from "#features/stats/components/streak.tsx";
import { TodayPanel } from "#features/stats/components/today-panel.tsx";
import { userStatsQuery } from "#features/stats/stats.api.ts";
import { useDays } from "#features/stats/use-days.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { useToday } from "#lib/use-now.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Logo } from "#ui/logo.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

const PANEL = "dia-elegido";

export default function DashboardPage() {
  usePageTitle("Inicio");
  const { data: stats, isPending, isFetching, refetch } = useQuery(userStatsQuery());
  const today = useToday();
  const days = useDays(today);
  const [chosen, setChosen] = useState<string | null>(null);
  // At midnight the chosen day may leave the strip.
  const selected = days.find(({ date }) => date === chosen)?.date ?? today;
  const day = days.find(({ date }) => date === selected);

  return (
    <>
      <DashboardHeader />
      {stats ? (
        <>
          <div className="mb-7 grid gap-3 md:grid-cols-2 md:gap-4">
            <FoldersOfDay stats={stats} />
            <Streak stats={stats} />
          </div>
          <DayStrip days={days} today={today} selected={selected} onSelect={setChosen} panelId={PANEL} />
          <div role="tabpanel" id={PANEL} aria-labelledby={dayTabId(selected)} className="mt-5">
            {selected === today &&
              (stats.totalFolders === 0 ? (
                <FirstSteps />
              ) : (
                <TodayPanel stats={stats} next={days.find(({ dueCount }) => dueCount)} />
              ))}
            {day && selected < today && <PastPanel key={selected} day={day} />}
            {day && selected > today && <FuturePanel key={selected} day={day} />}
          </div>
          {stats.totalFolders > 0 && (
            <div className="mt-8 empty:hidden">
              <AdPlace />
            </div>
          )}
        </>
      ) : isPending ? (
        <DashboardSkeleton />
      ) : (
        <ErrorState title="No se pudo cargar tu día" onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </>
  );
}

function DashboardHeader() {
  return (
    <header className="mb-5 flex min-h-11 items-center justify-between gap-3">
      <Logo className="md:hidden" />
      <h1 tabIndex={-1} className="sr-only text-2xl md:not-sr-only">
        Inicio
      </h1>
      <PremiumCrown />
    </header>
  );
}

function DashboardSkeleton() {
  return (
    <SkeletonGroup>
      <div className="mb-7 grid gap-3 md:grid-cols-2 md:gap-4">
        <Skeleton className="h-26 rounded-card md:h-33" />
        <Skeleton className="h-33 rounded-card" />
      </div>
      <Skeleton className="mb-3 h-6.5 w-44" />
      <Skeleton className="h-31 rounded-card" />
      <Skeleton className="mt-5 h-41 rounded-card" />
    </SkeletonGroup>
  );
}
