import type { Home } from "@repasa/contract/home.ts";
import { mayHaveBacklog } from "@repasa/contract/pace.forms.ts";
import type { Context } from "#context.ts";
import { readPreferences } from "#features/account/account.service.ts";
import { readPlan } from "#features/billing/billing.service.ts";
import { readBacklog } from "#features/pace/pace.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { nearDays, userStats } from "#features/stats/stats.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";

export async function readHome(ctx: Context, owner: OwnerId, moment: Moment): Promise<Home> {
  // Settled once here, because otherwise each of the parts below would compute the days since the last visit.
  await settlePastDays(ctx, owner, moment);
  const [stats, days, preferences, plan] = await Promise.all([
    userStats(ctx, owner, moment),
    nearDays(ctx, owner, moment),
    readPreferences(ctx, owner),
    readPlan(ctx, owner),
  ]);
  const needsBacklog = mayHaveBacklog(stats.cardsDueToday, stats.dueWaiting);
  return { stats, days, preferences, plan, backlog: needsBacklog ? await readBacklog(ctx, owner, moment) : null };
}
