import type { ActivityDay, UserStats } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyProgress } from "#features/progress/components/empty-progress.tsx";
import { TIMED_FIGURES } from "#features/progress/progress.api.ts";
import { useStudiedDays } from "#features/progress/use-studied-days.ts";
import { userStatsQuery } from "#features/stats/stats.api.ts";
import { failureOf } from "#lib/query-failure.ts";
import { FiguresTime } from "#ui/figures-time.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";

type Progress = { today: string; days: readonly ActivityDay[]; isCut: boolean; stats: UserStats };

type ProgressFrameProps = { skeleton: ReactNode; children: (progress: Progress) => ReactNode };

/** Loads what both pages of Progreso need, and shows what is there until then or without any review. */
export function ProgressFrame({ skeleton, children }: ProgressFrameProps) {
  const { today, activity, isCut } = useStudiedDays();
  const stats = useQuery(userStatsQuery());
  if (activity.data && stats.data) {
    if (activity.data.length === 0) return <EmptyProgress hasCards={stats.data.totalCards > 0} />;
    return (
      <>
        <FiguresTime calls={TIMED_FIGURES} />
        {children({ today, days: activity.data, isCut, stats: stats.data })}
      </>
    );
  }
  if (activity.isPending || stats.isPending) return skeleton;
  return <LoadFailure what="tu progreso" {...failureOf(activity, stats)} />;
}
