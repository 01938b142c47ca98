import { ChartCard } from "#ui/chart-card.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

type ChartStateProps = {
  title: string;
  query: { isPending: boolean; error: unknown; isFetching: boolean; refetch: () => unknown };
};

export function ChartState({ title, query: { isPending, error, isFetching, refetch } }: ChartStateProps) {
  return (
    <ChartCard title={title}>
      {isPending ? (
        <SkeletonGroup className="mt-2">
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="mt-4 h-44 rounded-control" />
          <Skeleton className="mt-4 h-5 w-28" />
        </SkeletonGroup>
      ) : (
        <ErrorState
          title="No se pudo cargar esta gráfica"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </ChartCard>
  );
}
