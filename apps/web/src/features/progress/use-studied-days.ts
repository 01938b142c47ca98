import { useQuery } from "@tanstack/react-query";
import { useDayStart, useToday } from "#features/preferences/use-today.ts";
import { activityQuery } from "#features/progress/progress.api.ts";
import { computeYearStart } from "#features/progress/progress.calendar.ts";
import { useUser } from "#features/session/use-session.ts";
import { addDays, localDateOf } from "#lib/local-date.ts";

const LONGEST = 5 * 365;

/** Loads the days with reviews: all of them, but at most of the last five years (`isCut`). */
export function useStudiedDays() {
  const today = useToday();
  const memberSince = localDateOf(useUser().createdAt, useDayStart());
  const [year, longest] = [computeYearStart(today), addDays(today, -LONGEST)];
  // Imported reviews may be older than the account, so at least a year is requested.
  const wanted = memberSince < year ? memberSince : year;
  const from = wanted < longest ? longest : wanted;
  return { today, activity: useQuery(activityQuery(from)), isCut: from === longest };
}
