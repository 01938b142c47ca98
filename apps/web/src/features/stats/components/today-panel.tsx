import type { UserStats } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig, Play, SquarePen } from "lucide-react";
import { PendingFolderCard } from "#features/stats/components/pending-folder-card.tsx";
import { dailyReviewQuery } from "#features/stats/stats.api.ts";
import type { Day } from "#features/stats/use-days.ts";
import { counted } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

type TodayPanelProps = {
  stats: UserStats;
  next: Day | undefined;
};

const grid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3 md:gap-4";

export function TodayPanel({ stats, next }: TodayPanelProps) {
  const { data: review, isPending, isFetching, refetch } = useQuery(dailyReviewQuery());
  if (isPending) {
    return (
      <SkeletonGroup className={grid}>
        <Skeleton className="h-41 rounded-card" />
        <Skeleton className="h-41 rounded-card" />
      </SkeletonGroup>
    );
  }
  if (!review) {
    return <ErrorState title="No se pudo cargar lo de hoy" onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const { folders, totalDue } = review;
  if (folders.length === 0) return stats.totalCards === 0 ? <NoCardsYet /> : <AllDone next={next} />;
  const several = folders.length > 1;
  return (
    <>
      {several && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <p className="text-ink-soft">
            {counted(totalDue, "carta te espera", "cartas te esperan")} en{" "}
            {counted(folders.length, "carpeta", "carpetas")}.
          </p>
          <ButtonLink href={paths.study()} size="lg" icon={<Play />} className="w-full md:w-auto">
            Comenzar revisión
          </ButtonLink>
        </div>
      )}
      <ul aria-label="Carpetas pendientes" className={grid}>
        {folders.map((folder) => (
          <li key={folder.folderId} className="min-w-0">
            <PendingFolderCard folder={folder} level={3} primary={!several} />
          </li>
        ))}
      </ul>
    </>
  );
}

function AllDone({ next }: { next: Day | undefined }) {
  return (
    <EmptyState
      level={3}
      icon={<CircleCheckBig />}
      title="Todo al día"
      text={
        next
          ? `Por hoy no queda nada pendiente. ${nextText(next)}`
          : "Por hoy no queda nada pendiente. Descansa, que también ayuda a recordar."
      }
      action={
        <ButtonLink href={paths.folders()} variant="outline">
          Ver mis carpetas
        </ButtonLink>
      }
    />
  );
}

function nextText({ date, dueCount = 0 }: Day): string {
  const weekday = new Intl.DateTimeFormat("es", { weekday: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
  return `El ${weekday} ${dueCount === 1 ? "vuelve" : "vuelven"} ${counted(dueCount, "carta", "cartas")}.`;
}

function NoCardsYet() {
  return (
    <EmptyState
      level={3}
      icon={<SquarePen />}
      title="Ahora, tus primeras cartas"
      text="Tu carpeta ya está lista. Añade unas cartas y aparecerán aquí para repasarlas."
      action={<ButtonLink href={paths.folders()}>Ver mis carpetas</ButtonLink>}
    />
  );
}
