import type { NextExam } from "@repasa/contract/stats.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, Play } from "lucide-react";
import { examForecastQuery } from "#features/exams/exams.api.ts";
import { findExamStudyPath } from "#features/exams/exams.studying.ts";
import { countCardsToday, describeTodayGoal } from "#features/exams/exams.wording.ts";
import { ExamFrame } from "#features/stats/components/exam-frame.tsx";
import { percent } from "#lib/wording.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { ProgressRing } from "#ui/progress-ring.tsx";

/** What an exam's page says first: the forecast, and what it takes today. Both screens read the same response. */
export function ExamPanel({ exam, daysLeft }: { exam: NextExam; daysLeft: number }) {
  const query = examForecastQuery(exam.id);
  const { data: forecast, isPending, isFetching } = useQuery(query);
  const queryClient = useQueryClient();
  // After a session it takes a second until the forecast counts what was studied, while all else on Home already does.
  const isOutdated = isFetching && queryClient.getQueryState(query.queryKey)?.isInvalidated;
  if (isPending || isOutdated) return <ExamFrame exam={exam} daysLeft={daysLeft} />;
  const toExam = (
    <ButtonLink href={paths.exams(exam.id)} variant="outline" className="shrink-0">
      Ver el examen
    </ButtonLink>
  );
  if (!forecast || forecast.cards === 0) {
    const goal = forecast ? "Sus carpetas no tienen cartas que repasar." : "La previsión se verá cuando haya conexión.";
    return <ExamFrame exam={exam} daysLeft={daysLeft} ring={noForecast} goal={goal} action={toExam} />;
  }
  const hasCards = countCardsToday(forecast) > 0;
  return (
    <ExamFrame
      exam={exam}
      daysLeft={daysLeft}
      ring={
        <ProgressRing size="lg" percent={100 * forecast.expected.mean} label="Lo que recordarás ese día">
          {percent(forecast.expected.mean)}
        </ProgressRing>
      }
      goal={describeTodayGoal(forecast)}
      action={
        hasCards ? (
          <ButtonLink
            href={findExamStudyPath(exam.id, forecast.folders)}
            variant="outline"
            icon={<Play aria-hidden />}
            className="shrink-0"
          >
            Repasar hoy
          </ButtonLink>
        ) : (
          toExam
        )
      }
    />
  );
}

const noForecast = (
  <span aria-hidden className="grid size-[4.5rem] shrink-0 place-items-center rounded-full bg-surface text-brand-ink">
    <CalendarClock className="size-7" />
  </span>
);
