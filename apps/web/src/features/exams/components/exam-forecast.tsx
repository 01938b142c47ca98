import * as examEndpoints from "@repasa/contract/client/exams.ts";
import type { Exam, ExamForecast as Forecast } from "@repasa/contract/exams.ts";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useMemo } from "react";
import { CourseChart } from "#features/exams/components/course-chart.tsx";
import { ExamFolderList } from "#features/exams/components/exam-folder-list.tsx";
import { MissedCards } from "#features/exams/components/missed-cards.tsx";
import { PlanChart } from "#features/exams/components/plan-chart.tsx";
import { WeakestCards } from "#features/exams/components/weakest-cards.tsx";
import { examForecastQuery } from "#features/exams/exams.api.ts";
import { listQuizPoints } from "#features/exams/exams.course.ts";
import { findExamStudyPath } from "#features/exams/exams.studying.ts";
import { countCardsToday, describeToday, explainForecast } from "#features/exams/exams.wording.ts";
import { ExamQuizzes } from "#features/quizzes/components/exam-quizzes.tsx";
import { ExamTest, ShortTestOffer } from "#features/quizzes/components/exam-test.tsx";
import { quizzesQuery } from "#features/quizzes/quizzes.api.ts";
import { failureOf } from "#lib/query-failure.ts";
import { percent } from "#lib/wording.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { Explanation } from "#ui/explanation.tsx";
import { FiguresTime } from "#ui/figures-time.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

type ExamForecastProps = { exam: Exam; onEdit: () => void };

/** The forecast of an upcoming exam, its daily plan and its folders. */
export function ExamForecast({ exam, onEdit }: ExamForecastProps) {
  const query = useQuery(examForecastQuery(exam.id));
  const { data: forecast, isPending } = query;
  const { data: quizzes = [] } = useQuery(quizzesQuery());
  const studied = forecast?.folders.filter(({ cards }) => cards > 0);
  const shares = new Map(studied?.map(({ folderId, expected }) => [folderId, expected]));
  const calls = useMemo(() => [[examEndpoints.forecast, { params: { id: exam.id } }]] as const, [exam.id]);
  return (
    <>
      {forecast && <FiguresTime calls={calls} />}
      <div className="grid gap-4 md:gap-6">
        {exam.folders.length > 0 && (exam.cards === 0 || forecast?.cards === 0) && (
          <p className="surface-card p-4 text-ink-soft md:p-5">
            {exam.cards === 0
              ? "Sus carpetas aún no tienen cartas. Cuando las añadas,"
              : "Todas sus cartas están suspendidas. Cuando reanudes alguna,"}{" "}
            aquí verás lo que recordarás ese día.
          </p>
        )}
        {exam.cards > 0 &&
          forecast?.cards !== 0 &&
          (forecast ? (
            <>
              <Expected forecast={forecast} exam={exam} />
              <ExamQuizzes exam={exam} />
              <div className="grid gap-4 empty:hidden md:gap-6 lg:grid-flow-col lg:auto-cols-fr">
                {forecast.course.length > 1 && (
                  <CourseChart forecast={forecast} quizzes={listQuizPoints(quizzes, exam.id, forecast.today)} />
                )}
                {forecast.plan.length > 1 && <PlanChart forecast={forecast} />}
              </div>
              <WeakestCards examId={exam.id} forecast={forecast} />
            </>
          ) : isPending ? (
            <SkeletonGroup
              className="grid gap-4 md:gap-6 lg:grid-cols-2"
              shapes={[
                "h-73 rounded-card md:h-51 lg:col-span-2",
                "h-93 rounded-card md:h-89",
                "h-83 rounded-card md:h-89",
                "h-130 rounded-card md:h-101 lg:col-span-2",
              ]}
            />
          ) : (
            <>
              <LoadFailure
                title="No se pudo calcular la previsión"
                offline="La previsión se verá cuando haya conexión."
                {...failureOf(query)}
              />
              <ExamQuizzes exam={exam} withButton />
            </>
          ))}
        <ExamFolderList exam={exam} shares={shares} onEdit={onEdit} />
      </div>
    </>
  );
}

/** The answer to "am I going to know it?", and what to do today. */
function Expected({ forecast, exam }: { forecast: Forecast; exam: Exam }) {
  const { expected, daysLeft } = forecast;
  return (
    <section aria-labelledby="prevision" className="surface-card flex min-w-0 flex-col gap-x-8 gap-y-4 p-4 md:p-6">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h2 id="prevision" className="font-semibold text-base text-ink-soft">
            {daysLeft === 0 ? "Lo que recordarás hoy" : "Lo que recordarás ese día"}
          </h2>
          <p className="mt-1 font-bold text-[min(4rem,20vw)]/[1.1] text-brand-ink tracking-tight">
            {percent(expected.mean)}
          </p>
        </div>
        <div className="flex flex-col gap-3 max-md:w-full lg:items-end">
          <p className="tabular font-semibold">{describeToday(forecast)}</p>
          <div className="flex flex-wrap gap-2">
            {countCardsToday(forecast) > 0 && (
              <ButtonLink
                href={findExamStudyPath(exam.id, exam.folders)}
                size="lg"
                icon={<Play aria-hidden />}
                className="px-4! max-md:grow"
              >
                Repasar hoy
              </ButtonLink>
            )}
            <ExamTest exam={exam} className="px-4! max-md:grow" />
          </div>
        </div>
      </div>
      <ShortTestOffer exam={exam} />
      {daysLeft > 0 && <MissedCards newCards={forecast.newCards} />}
      <Explanation title="De dónde sale">{explainForecast(forecast)}</Explanation>
    </section>
  );
}
