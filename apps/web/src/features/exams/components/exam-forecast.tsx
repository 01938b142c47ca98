import type { Exam, ExamForecast as Forecast } from "@repasa/contract/exams.ts";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { CourseChart } from "#features/exams/components/course-chart.tsx";
import { ExamFolderList } from "#features/exams/components/exam-folder-list.tsx";
import { MissedCards } from "#features/exams/components/missed-cards.tsx";
import { PlanChart } from "#features/exams/components/plan-chart.tsx";
import { WeakestCards } from "#features/exams/components/weakest-cards.tsx";
import { examForecastQuery } from "#features/exams/exams.api.ts";
import { countCardsToday, describeToday } from "#features/exams/exams.wording.ts";
import { counted } from "#lib/plural.ts";
import { percent } from "#lib/wording.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

type ExamForecastProps = { exam: Exam; onEdit: () => void };

/** The forecast of an upcoming exam, its daily plan and its folders. */
export function ExamForecast({ exam, onEdit }: ExamForecastProps) {
  const { data: forecast, isPending, error, isFetching, refetch } = useQuery(examForecastQuery(exam.id));
  const shares = new Map(forecast?.folders.map(({ folderId, expected }) => [folderId, expected]));
  return (
    <div className="grid gap-4 md:gap-6">
      {exam.cards === 0 && exam.folders.length > 0 && (
        <p className="surface-card p-4 text-ink-soft md:p-5">
          Sus carpetas aún no tienen cartas. Cuando las añadas, aquí verás lo que recordarás ese día.
        </p>
      )}
      {exam.cards > 0 &&
        (forecast ? (
          <>
            <Expected forecast={forecast} exam={exam} />
            <div className="grid gap-4 empty:hidden md:gap-6 lg:grid-flow-col lg:auto-cols-fr">
              {forecast.course.length > 1 && <CourseChart forecast={forecast} />}
              {forecast.plan.length > 1 && <PlanChart forecast={forecast} />}
            </div>
            <WeakestCards examId={exam.id} forecast={forecast} />
          </>
        ) : isPending ? (
          <SkeletonGroup className="grid gap-4 md:gap-6 lg:grid-cols-2">
            <Skeleton className="h-52 rounded-card lg:col-span-2 lg:h-42" />
            <Skeleton className="h-96 rounded-card" />
            <Skeleton className="h-96 rounded-card" />
          </SkeletonGroup>
        ) : (
          <ErrorState
            title="No se pudo calcular la previsión"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ))}
      <ExamFolderList exam={exam} shares={shares} onEdit={onEdit} />
    </div>
  );
}

function Expected({ forecast, exam }: { forecast: Forecast; exam: Exam }) {
  const { expected, cards, seen } = forecast;
  const [only] = exam.folders;
  return (
    <section aria-labelledby="prevision" className="surface-card flex min-w-0 flex-col gap-4 p-4 md:p-5">
      <div>
        <h2 id="prevision" className="text-lg">
          {forecast.daysLeft === 0 ? "Lo que recordarás hoy" : "Lo que recordarás ese día"}
        </h2>
        <p className="mt-1 text-ink-soft">
          Se espera el {percent(expected.mean)} de {counted(cards, "carta", "cartas")}, con nueve posibilidades de diez
          entre el {percent(expected.low)} y el {percent(expected.high)}. Has visto {counted(seen, "carta", "cartas")}.
        </p>
      </div>
      {forecast.daysLeft > 0 && <MissedCards newCards={forecast.newCards} />}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
        <p className="tabular font-semibold">{describeToday(forecast)}</p>
        {countCardsToday(forecast) > 0 && (
          <ButtonLink
            href={exam.folders.length === 1 && only ? paths.study(only.folderId) : paths.study()}
            icon={<Play aria-hidden />}
            className="max-md:grow"
          >
            Repasar hoy
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
