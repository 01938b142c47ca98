import { checkUpstreams } from "#features/cards/followed/followed.service.ts";
import { writeRecorded } from "#features/feed/feed.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { checkExams, checkMedia, checkTexts } from "./checks.contents.ts";
import { checkDays } from "./checks.days.ts";
import type { Check, Difference } from "./checks.difference.ts";
import { lockRatings, selectOwners } from "./checks.queries.ts";
import { checkCalibration, checkLoad, checkSchedules, checkSums } from "./checks.schedules.ts";

/**
 * The checks of all stored data that is derived from other data. They do not include what is computed on each request (the
 * counts of folders), the weights, which are fitted again from time to time, and the provider's state of a subscription, which
 * a job reads again each night.
 */
const CHECKS: readonly Check[] = [
  checkSchedules,
  checkCalibration,
  checkLoad,
  checkSums,
  checkDays,
  checkTexts,
  checkMedia,
  checkUpstreams,
  checkExams,
];

const PAGE = 500;

/** A difference as it is reported. The outcome is "beyond" for one that only a backup can mend. */
export type ReportedDifference = { owner: OwnerId; what: string; outcome: "found" | "mended" | "beyond" };

/** The number of users that were checked, and of their differences that were found and mended. */
export type CheckTotals = { users: number; found: number; mended: number };

/**
 * Compares the derived rows of all users with their sources, one user after another, each in one snapshot and without blocking
 * the user. Before differences are mended, they are computed again with the user's rows locked.
 */
export async function checkData(
  db: Queryable,
  mend: boolean,
  report: (found: ReportedDifference) => void,
): Promise<CheckTotals> {
  const totals: CheckTotals = { users: 0, found: 0, mended: 0 };
  let owners = await selectOwners(db, null, PAGE);
  for (let last = owners.at(-1); last !== undefined; last = owners.at(-1)) {
    for (const owner of owners) {
      totals.users++;
      const differences = await countDifferences(
        db,
        owner,
        mend ? () => {} : (what) => report({ owner, what, outcome: "found" }),
      );
      if (differences === 0 || !mend) totals.found += differences;
      else await mendDifferences(db, owner, totals, report);
    }
    owners = await selectOwners(db, last, PAGE);
  }
  return totals;
}

/** Counts the differences of a user in one snapshot, and passes each to `note`. */
export async function countDifferences(db: Queryable, owner: OwnerId, note: (what: string) => void): Promise<number> {
  return db.transaction(
    async (transaction) => {
      let count = 0;
      for await (const { what } of findDifferences(transaction, owner)) {
        note(what);
        count++;
      }
      return count;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function mendDifferences(
  db: Queryable,
  owner: OwnerId,
  totals: CheckTotals,
  report: (found: ReportedDifference) => void,
): Promise<void> {
  const reported = await writeRecorded(db, owner, async (transaction, noted) => {
    const found: ReportedDifference[] = [];
    await lockRatings(transaction, owner);
    for await (const { what, mend } of findDifferences(transaction, owner)) {
      await mend?.(transaction, noted);
      found.push({ owner, what, outcome: mend ? "mended" : "beyond" });
    }
    return found;
  });
  for (const one of reported) {
    totals.found++;
    if (one.outcome === "mended") totals.mended++;
    report(one);
  }
}

async function* findDifferences(db: Queryable, owner: OwnerId): AsyncGenerator<Difference> {
  for (const check of CHECKS) yield* check(db, owner);
}
