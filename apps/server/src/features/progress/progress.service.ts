import type { CalibrationBin, CardStates, RetentionWeek, Workload } from "@repasa/contract/progress.ts";
import { reviewsPerDay } from "@repasa/scheduler/workload.ts";
import type { Context } from "#context.ts";
import { learnerOf } from "#features/schedule/schedule.service.ts";
import { addDays, type Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { selectCalibration, selectCardStates, selectRetention, selectStabilities } from "./progress.queries.ts";

const CALIBRATION_DAYS = 365;
const LOWEST_PERCENT = 80;
const HIGHEST_PERCENT = 95;

export function retention(ctx: Context, owner: OwnerId, { today }: Moment, days: number): Promise<RetentionWeek[]> {
  return selectRetention(ctx.db, owner, addDays(today, 1 - days));
}

/** Of the last year, because an older learner was another one. */
export function calibration(ctx: Context, owner: OwnerId, { today }: Moment): Promise<CalibrationBin[]> {
  return selectCalibration(ctx.db, owner, addDays(today, 1 - CALIBRATION_DAYS));
}

export function cardStates(ctx: Context, owner: OwnerId): Promise<CardStates> {
  return selectCardStates(ctx.db, owner);
}

export async function workload(ctx: Context, owner: OwnerId): Promise<Workload[]> {
  const { stabilities, ...stored } = await selectStabilities(ctx.db, owner);
  const learner = learnerOf(stored, ctx.scheduleSettings);
  return Array.from({ length: HIGHEST_PERCENT - LOWEST_PERCENT + 1 }, (_, step) => {
    const desiredRetention = (LOWEST_PERCENT + step) / 100;
    const perDay = reviewsPerDay(stabilities, { ...learner, settings: { ...learner.settings, desiredRetention } });
    return { retention: desiredRetention, reviewsPerDay: Math.round(perDay * 10) / 10 };
  });
}
