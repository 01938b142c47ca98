import type { ReactNode } from "react";
import { failureOf } from "#lib/query-failure.ts";
import { ChartCard } from "#ui/chart-card.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

export type ChartStateProps = {
  title: string;
  className?: string;
  smallTitle?: boolean;
  /** The skeleton of the content; by default that of a chart. */
  skeleton?: ReactNode;
  query: { isPending: boolean; error: unknown; isFetching: boolean; refetch: () => unknown };
};

export function ChartState({ title, className, smallTitle, skeleton = <ChartSkeleton />, query }: ChartStateProps) {
  return (
    <ChartCard title={title} smallTitle={smallTitle} className={className}>
      {query.isPending ? (
        <SkeletonGroup>{skeleton}</SkeletonGroup>
      ) : (
        <LoadFailure
          title={smallTitle ? "No se pudo cargar" : "No se pudo cargar esta gráfica"}
          offline="Se verá cuando haya conexión."
          {...failureOf(query)}
        />
      )}
    </ChartCard>
  );
}

function ChartSkeleton() {
  return (
    <>
      <Skeleton className="mt-2 h-5 w-4/5" />
      <Skeleton className="mt-4 h-44 rounded-control" />
      <Skeleton className="mt-2 h-5 w-28" />
    </>
  );
}
