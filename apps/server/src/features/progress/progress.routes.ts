import type { progressEndpoints } from "@repasa/contract/progress.ts";
import type { Context } from "#context.ts";
import { readMemory } from "#features/memory/memory.service.ts";
import type { Handlers } from "#http/call.ts";
import { calibration, cardStates, retention, workload } from "./progress.service.ts";

export function progressRoutes(ctx: Context): Handlers<typeof progressEndpoints> {
  return {
    retention: ({ owner, moment, query }) => retention(ctx, owner, moment, query.days),
    calibration: ({ owner, moment }) => calibration(ctx, owner, moment),
    cardStates: ({ owner }) => cardStates(ctx, owner),
    memory: ({ owner }) => readMemory(ctx, owner),
    workload: ({ owner }) => workload(ctx, owner),
  };
}
