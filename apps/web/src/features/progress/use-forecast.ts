import { useQuery } from "@tanstack/react-query";
import { examLoadQuery } from "#features/exams/exams.api.ts";
import { dueQuery, FORECAST_DAYS } from "#features/progress/progress.api.ts";
import { mergeExamLoad } from "#features/progress/progress.forecast.ts";

/** Loads the due cards of the next days; with an upcoming exam, also the load of each day with and without it. */
export function useForecast(hasExam: boolean) {
  const due = useQuery(dueQuery(FORECAST_DAYS));
  const load = useQuery(examLoadQuery(FORECAST_DAYS, hasExam));
  const days = due.data && mergeExamLoad(due.data, load.data);
  // If the load cannot be loaded, the due cards are shown without it.
  if (days && hasExam && load.isPending) return { query: load, load, days: undefined };
  return { query: due, load, days };
}
