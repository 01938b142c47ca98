import type { BreakDays } from "@repasa/contract/pace.ts";
import { type NearDay, statsEndpoints } from "@repasa/contract/stats.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useDayStart } from "#features/preferences/use-today.ts";
import { useUser } from "#features/session/use-session.ts";
import { nearDaysQuery } from "#features/stats/stats.api.ts";
import { DAYS_AROUND, type DayStatus, determineDayStatus, listStripDates } from "#features/stats/stats.days.ts";
import { isInRanges, localDateOf } from "#lib/local-date.ts";
import { endpointKey } from "#lib/query.ts";

export type Day = {
  date: string;
  status: DayStatus;
  /** Undefined for past days, for days of a break, and while loading. */
  dueCount: number | undefined;
};

/** @param todayDone True if all of today's reviews are done. */
export function useDays(today: string, todayDone: boolean, breaks: readonly BreakDays[]): Day[] {
  const memberSince = localDateOf(useUser().createdAt, useDayStart());
  const near = useNearDays(today);
  useReloadOnNewDay(today);
  return listStripDates(today).map((date) => {
    const resting = isInRanges(date, breaks);
    const known = near?.find((day) => day.date === date);
    const outcome = { completed: known?.completed, resting };
    const status = date === today && todayDone ? "completed" : determineDayStatus(date, today, memberSince, outcome);
    return { date, status, dueCount: status === "future" ? known?.due : undefined };
  });
}

/** Loads the days around today on this device, whose clock may differ from the server's by days. */
function useNearDays(today: string): readonly NearDay[] | undefined {
  const { data: usual } = useQuery(nearDaysQuery());
  const differs = usual !== undefined && !isMiddle(today, usual);
  const { data: own } = useQuery({ ...nearDaysQuery(today), enabled: differs });
  return differs ? own : usual;
}

function isMiddle(date: string, days: readonly NearDay[]): boolean {
  return days[DAYS_AROUND]?.date === date;
}

/** Reloads the statistics when the study date changes, because future days become today and today a past day. */
function useReloadOnNewDay(today: string) {
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
