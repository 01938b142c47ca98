import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { checkExams, checkMedia, checkTexts } from "./checks.contents.ts";
import { checkDays } from "./checks.days.ts";
import type { Check, Difference } from "./checks.difference.ts";
import { holdRatings, selectOwners } from "./checks.queries.ts";
import { checkCalibration, checkLoad, checkSchedules, checkSums } from "./checks.schedules.ts";

/**
 * All that is kept although it follows from something else. Not here: what is counted whenever it is asked for (folders'
 * counts, streaks), weights, which are fitted again from time to time, and the provider's state of a
 * subscription, which a job reads anew each night.
 */
const CHECKS: readonly Check[] = [
  checkSchedules,
  checkCalibration,
  checkLoad,
  checkSums,
  checkDays,
  checkTexts,
  checkMedia,
  checkExams,
];

const PAGE = 500;

export type Found = { owner: OwnerId; what: string; outcome: "found" | "mended" | "beyond" };
export type Sum = { users: number; found: number; mended: number };

/**
 * Compares everybody's derived rows with what they follow from, one user after another; each as at one moment, while others
 * go on. What is to be mended is looked at once more while nothing of that user can change.
 */
export async function checkData(db: Queryable, mend: boolean, tell: (found: Found) => void): Promise<Sum> {
  const sum: Sum = { users: 0, found: 0, mended: 0 };
  let owners = await selectOwners(db, null, PAGE);
  for (let last = owners.at(-1); last !== undefined; last = owners.at(-1)) {
    for (const owner of owners) {
      sum.users++;
      const differences = await differencesOf(
        db,
        owner,
        mend ? () => {} : (what) => tell({ owner, what, outcome: "found" }),
      );
      if (differences === 0 || !mend) sum.found += differences;
      else await mendOf(db, owner, sum, tell);
    }
    owners = await selectOwners(db, last, PAGE);
  }
  return sum;
}

/** Reads as at one moment, and says how many there are. */
export async function differencesOf(db: Queryable, owner: OwnerId, note: (what: string) => void): Promise<number> {
  return db.transaction(
    async (transaction) => {
      let count = 0;
      for await (const { what } of allOf(transaction, owner)) {
        note(what);
        count++;
      }
      return count;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function mendOf(db: Queryable, owner: OwnerId, sum: Sum, tell: (found: Found) => void): Promise<void> {
  await db.transaction(async (transaction) => {
    await holdRatings(transaction, owner);
    for await (const { what, mend } of allOf(transaction, owner)) {
      sum.found++;
      await mend?.(transaction);
      if (mend) sum.mended++;
      tell({ owner, what, outcome: mend ? "mended" : "beyond" });
    }
  });
}

async function* allOf(db: Queryable, owner: OwnerId): AsyncGenerator<Difference> {
  for (const check of CHECKS) yield* check(db, owner);
}
