import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { BreakDays } from "@repasa/contract/pace.ts";
import type { NearDay } from "@repasa/contract/stats.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useDayStart } from "#features/preferences/use-today.ts";
import { useUser } from "#features/session/use-session.ts";
import { nearDaysQuery } from "#features/stats/stats.api.ts";
import { DAYS_AROUND, type DayStatus, determineDayStatus, listStripDates } from "#features/stats/stats.days.ts";
import { isInRanges, localDateOf } from "#lib/local-date.ts";
import { endpointKey } from "#lib/query.ts";

export type StripDay = {
  date: string;
  status: DayStatus;
  /** The number of cards that the day will ask. Undefined for past days, for days of a break, and while loading. */
  asked: number | undefined;
};

/**
 * Returns the days that the strip on Home shows.
 *
 * @param isTodayDone True if all of today's reviews are done.
 */
export function useStripDays(today: string, isTodayDone: boolean, breaks: readonly BreakDays[]): StripDay[] {
  const memberSince = localDateOf(useUser().createdAt, useDayStart());
  const nearDays = useNearDays(today);
  useReloadOnNewDay(today);
  return listStripDates(today).map((date) => {
    const isInBreak = isInRanges(date, breaks);
    const nearDay = nearDays?.find((day) => day.date === date);
    const dayOutcome = { completed: nearDay?.completed, studied: nearDay?.studied, resting: isInBreak };
    const status =
      date === today && isTodayDone ? "completed" : determineDayStatus(date, today, memberSince, dayOutcome);
    return { date, status, asked: status === "future" ? nearDay?.asked : undefined };
  });
}

/**
 * Loads the days around `today`, the date on this device. The first request asks for the days around the server's date, which is
 * usually the same. A second request asks for the days around `today` if the dates differ.
 */
function useNearDays(today: string): readonly NearDay[] | undefined {
  const { data: aroundServerDate } = useQuery(nearDaysQuery());
  const datesDiffer = aroundServerDate !== undefined && !isMiddleDate(today, aroundServerDate);
  const { data: aroundToday } = useQuery({ ...nearDaysQuery(today), enabled: datesDiffer });
  return datesDiffer ? aroundToday : aroundServerDate;
}

function isMiddleDate(date: string, days: readonly NearDay[]): boolean {
  return days[DAYS_AROUND]?.date === date;
}

/** Reloads the statistics when the study date changes, because a future day becomes today, and today becomes a past day. */
function useReloadOnNewDay(today: string) {
  const queryClient = useQueryClient();
  const lastDate = useRef(today);
  useEffect(() => {
    if (lastDate.current === today) return;
    lastDate.current = today;
    for (const endpoint of Object.values<ClientEndpoint>(statsEndpoints)) {
      void queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) });
    }
  }, [today, queryClient]);
}
