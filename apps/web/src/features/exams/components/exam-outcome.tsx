import type { Exam } from "@repasa/contract/exams.ts";
import { useQuery } from "@tanstack/react-query";
import { examOutcomeQuery } from "#features/exams/exams.api.ts";
import { describeForecast, describeOutcome, describeVerdict } from "#features/exams/exams.wording.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

/** The forecast of a past exam, and how it compares with the reviews of those days. */
export function ExamOutcome({ exam }: { exam: Exam }) {
  const { data: outcome, isPending, error, isFetching, refetch } = useQuery(examOutcomeQuery(exam.id));
  const verdict = outcome && describeVerdict(outcome);
  return (
    <section aria-labelledby="lo-previsto" className="surface-card mb-6 p-4 md:p-5">
      <h2 id="lo-previsto" className="text-lg">
        Lo previsto y lo que se vio
      </h2>
      {outcome ? (
        <div className="mt-2 grid gap-2">
          <p>{describeForecast(outcome)}</p>
          <p>{describeOutcome(outcome)}</p>
          {verdict && <p>{verdict}</p>}
          {outcome.reviews > 0 && (
            <p className="text-ink-soft text-sm">
              Esos repasos no son el examen: cuentan solo las cartas que volvieron desde tres días antes hasta siete
              después.
            </p>
          )}
          {exam.cards > 0 && <p className="text-ink-soft text-sm">Sus cartas siguen volviendo como las demás.</p>}
        </div>
      ) : isPending ? (
        <SkeletonGroup className="mt-3 grid gap-2">
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-3/4" />
        </SkeletonGroup>
      ) : (
        <ErrorState
          title="No se pudo cargar el resultado"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </section>
  );
}
