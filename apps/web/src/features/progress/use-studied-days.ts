import { useQuery } from "@tanstack/react-query";
import { useDayStart, useToday } from "#features/preferences/use-today.ts";
import { activityQuery } from "#features/progress/progress.api.ts";
import { chooseActivityStart } from "#features/progress/progress.calendar.ts";
import { useUser } from "#features/session/use-session.ts";
import { localDateOf } from "#lib/local-date.ts";

/** Loads the days with reviews: all of them, but at most of the last five years (`isCut`). */
export function useStudiedDays() {
  const today = useToday();
  const memberSince = localDateOf(useUser().createdAt, useDayStart());
  const { from, isCut } = chooseActivityStart(today, memberSince);
  return { today, activity: useQuery(activityQuery(from)), isCut };
}
