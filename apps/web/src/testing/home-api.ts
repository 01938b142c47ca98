import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import type { fakeApi } from "#testing/fake-api.ts";
import { sampleNearDays, samplePlan, samplePreferences, sampleStats } from "#testing/sample-data.ts";

/** Answers what Home asks for, for a student with nothing pending. */
export function answerHome(api: ReturnType<typeof fakeApi>, date: string): void {
  const counts = { totalDue: 0, newWaiting: 0, dueWaiting: 0, break: null, folders: [] };
  api.answer(statsEndpoints.dailyReview, { date, ...counts });
  api.answer(statsEndpoints.userStats, sampleStats());
  api.answer(statsEndpoints.nearDays, sampleNearDays(date));
  api.answer(accountEndpoints.preferences, samplePreferences());
  api.answer(billingEndpoints.plan, samplePlan());
}
