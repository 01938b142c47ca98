import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import type { fakeApi } from "#testing/fake-api.ts";
import { sampleNearDays, samplePlan, samplePreferences, sampleReview, sampleStats } from "#testing/sample-data.ts";

/** Answers what Home asks for, for a student with nothing pending. */
export function answerHome(api: ReturnType<typeof fakeApi>, date: string): void {
  api.answer(statsEndpoints.dailyReview, sampleReview({ date }));
  api.answer(statsEndpoints.userStats, sampleStats());
  api.answer(statsEndpoints.nearDays, sampleNearDays(date));
  api.answer(accountEndpoints.preferences, samplePreferences());
  api.answer(billingEndpoints.plan, samplePlan());
}
