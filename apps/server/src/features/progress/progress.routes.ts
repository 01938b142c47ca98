import type { progressEndpoints } from "@repasa/contract/progress.ts";
import type { Handlers } from "#http/call.ts";
import type { ProgressService } from "./progress.service.ts";

export function progressRoutes(progress: ProgressService): Handlers<typeof progressEndpoints> {
  return {
    retention: ({ owner, moment, query }) => progress.retention(owner, moment, query.days),
    cardStates: ({ owner }) => progress.cardStates(owner),
    workload: ({ owner }) => progress.workload(owner),
  };
}
