// Figures that only the server can compute are asked for ahead, so that Progreso and exams show the last ones without a network.
import type { QueryClient } from "@tanstack/react-query";
import { examForecastQuery, examLoadQuery, examsQuery } from "#features/exams/exams.api.ts";
import { breaksQuery } from "#features/pace/pace.api.ts";
import { preferencesQuery, readDayStart } from "#features/preferences/preferences.loading.ts";
import {
  activityQuery,
  calibrationQuery,
  cardStatesQuery,
  dueQuery,
  FORECAST_DAYS,
  memoryQuery,
  RECALL_DAYS,
  retentionQuery,
  TIMED_FIGURES,
} from "#features/progress/progress.api.ts";
import { chooseActivityStart } from "#features/progress/progress.calendar.ts";
import { userQuery } from "#features/session/session.user.ts";
import { localDateOf } from "#lib/local-date.ts";
import { findOldestResponse } from "#lib/oldest-response.ts";

/** In milliseconds: figures of months change little in a day, and cost the server more than others. */
const OUTDATED_AFTER_MS = 6 * 3_600_000;
/** The forecasts of so many exams are copied, the nearest first. */
const MAX_EXAMS = 3;

/** Asks for the figures of Progreso and of the next exams, one after another, unless the copy has some that are recent enough. */
export async function copyFigures(queryClient: QueryClient): Promise<void> {
  const at = await findOldestResponse(TIMED_FIGURES);
  const user = queryClient.getQueryData(userQuery.queryKey);
  if (!user || (at !== undefined && Date.now() - at < OUTDATED_AFTER_MS)) return;
  const exams = await queryClient.fetchQuery(examsQuery());
  const next = exams.filter(({ daysLeft, cards }) => daysLeft >= 0 && cards > 0).slice(0, MAX_EXAMS);
  const hour = readDayStart(queryClient.getQueryData(preferencesQuery().queryKey));
  const { from } = chooseActivityStart(localDateOf(new Date(), hour), localDateOf(user.createdAt, hour));
  // Home may have asked before there was a copy to keep the response.
  for (const { id } of next) await queryClient.fetchQuery({ ...examForecastQuery(id), staleTime: 0 });
  if (next.length > 0) await queryClient.fetchQuery(examLoadQuery(FORECAST_DAYS, true));
  await queryClient.fetchQuery(activityQuery(from));
  await queryClient.fetchQuery(cardStatesQuery());
  await queryClient.fetchQuery(memoryQuery());
  await queryClient.fetchQuery(calibrationQuery());
  await queryClient.fetchQuery(breaksQuery());
  // Last, because their time tells that the others are there.
  await queryClient.fetchQuery(dueQuery(FORECAST_DAYS));
  await queryClient.fetchQuery(retentionQuery(RECALL_DAYS));
}
