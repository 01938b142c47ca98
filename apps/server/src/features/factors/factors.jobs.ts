import type { Withdrawal } from "#features/auth/auth.second-factor.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

export type Factor = "passkey" | "app";

export type FactorNotice =
  | { notice: "factor_added" | "factor_removed"; factor: Factor }
  | { notice: "recovery_code_used"; left: number }
  /** `left` is true if older factors remain. */
  | { notice: "factors_withdrawn"; cause: Withdrawal; left: boolean }
  | { notice: "recovery_codes_renewed" | "factors_removed" | "factor_refused" };

export const factorsJobs = {
  notice: defineJob<{ userId: OwnerId } & FactorNotice>("factors.notice", { concurrency: 2 }),
};
