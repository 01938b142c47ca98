import { addDays } from "@repasa/scheduler/local-dates.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { WriteTask } from "../imports.task.ts";
import { type ImportedPace, selectHabit, upsertPace } from "./arriving.queries.ts";

/** After this many days the student is asked whether to raise a retention that is lower than usual. */
const DAYS_UNTIL_QUESTION = 30;

/**
 * Stores the desired retention that was chosen in the preview, and begins the plan to catch up that the preview announced,
 * unless the student has begun another one or a break meanwhile.
 *
 * @returns What was stored, so that undoing the import can reset it; null if it is nothing.
 */
export async function storePace(
  db: Queryable,
  { owner, moment, settings, options }: Pick<WriteTask, "owner" | "moment" | "settings" | "options">,
): Promise<ImportedPace | null> {
  const { retention, catchUp, history } = options;
  const { today, now } = moment;
  const startsPlan = catchUp !== undefined && history !== false && !(await selectHabit(db, owner, today)).isSpreading;
  if (retention === undefined && !startsPlan) return null;
  const isLow = retention !== undefined && retention < settings.desiredRetention;
  const pace = {
    ...(retention !== undefined && {
      desiredRetention: retention,
      retentionQuestionFrom: isLow ? addDays(today, DAYS_UNTIL_QUESTION) : null,
    }),
    ...(startsPlan && { catchUpUntil: addDays(today, catchUp.days - 1), catchUpPerDay: catchUp.perDay }),
  };
  await upsertPace(db, owner, pace, now);
  return pace;
}
