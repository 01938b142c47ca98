import type { BreakDays } from "@repasa/contract/pace.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useDayStart } from "#features/preferences/use-today.ts";
import { useUser } from "#features/session/use-session.ts";
import { completedQuery, forecastQuery, scheduledQuery } from "#features/stats/stats.api.ts";
import { DAYS_AROUND, type DayStatus, dayStatus, pastDates, stripDates } from "#features/stats/stats.days.ts";
import { isAmong, localDateOf } from "#lib/local-date.ts";
import { endpointKey } from "#lib/query.ts";

export type Day = {
  date: string;
  status: DayStatus;
  /** Undefined for past days, those of breaks, and while it is loading. */
  dueCount: number | undefined;
};

/** @param todayDone whether today's reviews are all behind. */
export function useDays(today: string, todayDone: boolean, breaks: readonly BreakDays[]): Day[] {
  const memberSince = localDateOf(useUser().createdAt, useDayStart());
  const past = pastDates(today);
  const completed = useQueries({ queries: past.map(completedQuery) });
  const scheduled = useQueries({ queries: past.map(scheduledQuery) });
  const { data: forecast } = useQuery(forecastQuery(DAYS_AROUND + 1));
  useFreshDays(today);
  return stripDates(today).map((date, index) => {
    const resting = isAmong(date, breaks);
    const folders = { scheduled: scheduled[index]?.data, completed: completed[index]?.data, resting };
    const status = date === today && todayDone ? "completed" : dayStatus(date, today, memberSince, folders);
    const count = status === "future" ? forecast?.find((day) => day.date === date)?.count : undefined;
    return { date, status, dueCount: status === "future" && forecast ? (count ?? 0) : undefined };
  });
}

/** When a day ends, a future day becomes today and today a past day, so their data means something else. */
function useFreshDays(today: string) {
  const queryClient = useQueryClient();
  const last = useRef(today);
  useEffect(() => {
    if (last.current === today) return;
    last.current = today;
    for (const endpoint of Object.values(statsEndpoints)) {
      void queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) });
    }
  }, [today, queryClient]);
}
