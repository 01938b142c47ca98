import type { progressEndpoints } from "@repasa/contract/progress.ts";
import type { Context } from "#context.ts";
import { readMemory } from "#features/memory/memory.service.ts";
import type { Handlers } from "#platform/http/call.ts";
import { calibration, cardStates, retention, workload } from "./progress.service.ts";

export function progressRoutes(ctx: Context): Handlers<typeof progressEndpoints> {
  return {
    retention: ({ owner, moment, query, readDb }) => retention({ db: ctx.db, readDb }, owner, moment, query.days),
    calibration: ({ owner, moment, readDb }) => calibration({ db: ctx.db, readDb }, owner, moment),
    cardStates: ({ owner, readDb }) => cardStates({ db: readDb }, owner),
    memory: ({ owner }) => readMemory(ctx, owner),
    workload: ({ owner, moment, readDb }) => workload(ctx, readDb, owner, moment),
  };
}
