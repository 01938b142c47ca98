import { type AskedDay, listAskedAhead } from "@repasa/study-queue/days-ahead.ts";
import { replayWeek } from "@repasa/study-queue/ratings.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { readStudyWeek } from "./week.service.ts";

/** Lists what each of the next days will ask, as devices do without a network. The first one is tomorrow. */
export async function listAskedDays(ctx: Context, owner: OwnerId, moment: Moment, days: number): Promise<AskedDay[]> {
  if (days <= 0) return [];
  return listAskedAhead(replayWeek(await readStudyWeek(ctx, owner, moment), [], moment.today), days);
}
