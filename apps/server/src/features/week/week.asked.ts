import { setImmediate as yieldToOtherWork } from "node:timers/promises";
import { type AskedDay, generateAskedDays } from "@repasa/study-queue/days-ahead.ts";
import { replayWeek } from "@repasa/study-queue/ratings.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { readStudyWeek } from "./week.service.ts";

/** Lists what each of the next days will ask, as devices do without a network. The first one is tomorrow. */
export async function listAskedDays(ctx: Context, owner: OwnerId, moment: Moment, days: number): Promise<AskedDay[]> {
  if (days <= 0) return [];
  const state = replayWeek(await readStudyWeek(ctx, owner, moment), [], moment.today);
  return listInTurns(generateAskedDays(state, days));
}

/** Lists what a generator yields. After each value the thread serves others: a year of a large account takes a third of a second. */
export async function listInTurns<Value>(values: Iterable<Value>): Promise<Value[]> {
  const listed: Value[] = [];
  for (const value of values) {
    listed.push(value);
    await yieldToOtherWork();
  }
  return listed;
}
