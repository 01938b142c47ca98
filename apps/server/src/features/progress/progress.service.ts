import type { CardStates, RetentionWeek, Workload } from "@repasa/contract/progress.ts";
import { IDENTITY_CALIBRATION } from "@repasa/scheduler/calibration.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import { reviewsPerDay } from "@repasa/scheduler/workload.ts";
import type { Queryable } from "#db/pool.ts";
import { addDays, type Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { selectCardStates, selectRetention, selectStabilities } from "./progress.queries.ts";

const LOWEST = 80;
const HIGHEST = 95;

type Dependencies = { db: Queryable; settings: SchedulerSettings };

export type ProgressService = ReturnType<typeof createProgressService>;

export function createProgressService({ db, settings }: Dependencies) {
  return {
    retention: (owner: OwnerId, { today }: Moment, days: number): Promise<RetentionWeek[]> =>
      selectRetention(db, owner, addDays(today, 1 - days)),

    cardStates: (owner: OwnerId): Promise<CardStates> => selectCardStates(db, owner),

    async workload(owner: OwnerId): Promise<Workload[]> {
      const { stabilities, calibrationA: a, calibrationB: b } = await selectStabilities(db, owner);
      const calibration = a === null || b === null ? IDENTITY_CALIBRATION : { a, b };
      return Array.from({ length: HIGHEST - LOWEST + 1 }, (_, step) => {
        const desiredRetention = (LOWEST + step) / 100;
        const perDay = reviewsPerDay(stabilities, { ...settings, desiredRetention }, calibration);
        return { retention: desiredRetention, reviewsPerDay: Math.round(perDay * 10) / 10 };
      });
    },
  };
}
