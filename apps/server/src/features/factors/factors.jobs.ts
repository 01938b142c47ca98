import { defineJob } from "#jobs/job.ts";
import type { OwnerId } from "#owner.ts";

export type Factor = "passkey" | "app";

export type FactorNotice =
  | { notice: "factor_added" | "factor_removed"; factor: Factor }
  | { notice: "recovery_code_used"; left: number }
  | { notice: "recovery_codes_renewed" | "factors_removed" | "factor_refused" };

export const factorsJobs = {
  notice: defineJob<{ userId: OwnerId } & FactorNotice>("factors.notice", { concurrency: 2 }),
};
