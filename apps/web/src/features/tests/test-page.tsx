import { useQuery } from "@tanstack/react-query";
import { ClipboardX } from "lucide-react";
import { lazy, Suspense } from "react";
import { TestRun } from "#features/tests/components/test-run.tsx";
import { testQuery } from "#features/tests/tests.api.ts";
import { isNotFound } from "#lib/api-error.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

const TestResult = lazy(async () => ({
  default: (await import("#features/tests/components/test-result.tsx")).TestResult,
}));

export default function TestPage({ testId }: { testId: number }) {
  const { data: test, error, isPending, isFetching, refetch } = useQuery(testQuery(testId));
  if (isNotFound(error)) return <NoSuchTest />;
  if (test && "right" in test) {
    return (
      <Suspense fallback={<TestSkeleton />}>
        <TestResult test={test} />
      </Suspense>
    );
  }
  if (test) return <TestRun key={test.id} test={test} />;
  if (isPending) return <TestSkeleton />;
  return (
    <LoadFailure
      title="No se pudo cargar el test"
      offline="El test se verá cuando haya conexión."
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function NoSuchTest() {
  usePageTitle("Test no encontrado");
  return (
    <EmptyState
      level={1}
      icon={<ClipboardX />}
      title="Este test no existe"
      text="Puede que lo hayas eliminado o que el enlace esté mal escrito."
      action={<ButtonLink href={paths.folders()}>Volver a Carpetas</ButtonLink>}
    />
  );
}

function TestSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton className="mt-1 mb-6 h-9 w-56" />
      <Skeleton className="h-60 rounded-card" />
    </SkeletonGroup>
  );
}
