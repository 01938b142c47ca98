import type { StudyWeek } from "@repasa/contract/week.ts";
import { COUNTED_DATES } from "@repasa/study-queue/study-week.ts";
import type { Context } from "#context.ts";
import { listCounts } from "#features/schedule/schedule.load.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { parseWeights, toLearner } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { selectWeek, type WeekRow } from "./week.queries.ts";

/** Returns what a device needs to study from today on without a network. The queue of each day follows from it. */
export async function readStudyWeek(ctx: Context, owner: OwnerId, moment: Moment): Promise<StudyWeek> {
  // Also recounts due dates and moves the end of a plan to catch up, as the device does on each later day.
  await settlePastDays(ctx, owner, moment);
  const row = await selectWeek(ctx.db, owner, moment.today);
  const { settings, calibration } = toLearner(row, ctx.scheduleSettings);
  const { exams, breaks, newCardsPerDay, reviewsPerDay, reviewed, started, received, catchUpUntil, catchUpPerDay } =
    row;
  return {
    date: moment.today,
    learner: { settings, weights: row.weights === null ? null : parseWeights(row.weights), calibration },
    weekdays: row.quietDays,
    load: listCounts(row),
    dueCounts: fillCounts(row),
    exams,
    breaks,
    newCardsPerDay,
    reviewsPerDay,
    reviewed,
    started,
    received,
    catchUp: catchUpUntil === null || catchUpPerDay === null ? null : { until: catchUpUntil, perDay: catchUpPerDay },
    ...toColumns(row),
  };
}

function fillCounts({ dueCounted }: WeekRow): number[] {
  const counts = new Array<number>(COUNTED_DATES).fill(0);
  for (const [inDays, count] of dueCounted) counts[inDays] = count;
  return counts;
}

function toColumns({ rated, fresh }: WeekRow): Pick<StudyWeek, "rated" | "fresh"> {
  const groups = new Map<string, number>();
  const numberGroup = (groupId: string | null): number => {
    if (groupId === null) return 0;
    const number = groups.get(groupId) ?? groups.size + 1;
    groups.set(groupId, number);
    return number;
  };
  const { id: ratedIds, groupId: ratedGroups, ...ratedColumns } = rated;
  const { id: newIds, groupId: newGroups, ...newColumns } = fresh;
  return {
    rated: { idSteps: toSteps(ratedIds), group: ratedGroups.map(numberGroup), ...ratedColumns },
    fresh: { idSteps: toSteps(newIds), group: newGroups.map(numberGroup), ...newColumns },
  };
}

/** Returns the differences of consecutive ids, which compress to a fraction of them. */
function toSteps(ids: readonly number[]): number[] {
  return ids.map((id, place) => id - (ids[place - 1] ?? 0));
}
