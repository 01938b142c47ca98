import { addDays, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { findWrongDays, mendDays, restoreDays, type WrongDays } from "#features/schedule/days/days.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Check, Difference } from "./checks.difference.ts";
import { deleteShares, replaceStreakGaps, selectDays, upsertSettled } from "./checks.queries.ts";

/**
 * What was stored at the end of a past day cannot be recomputed, because cards may have been deleted and preferences changed since.
 * It can be checked that every day before a rating is settled, and that streak gaps are on settled days and do not overlap.
 */
export const checkDays: Check = async function* (db, owner) {
  const { settled, stored: storedThrough, lastRated, gaps, unsettledShares } = await selectDays(db, owner);
  const dayBeforeRating = lastRated === null ? null : addDays(lastRated, -1);
  if (dayBeforeRating !== null && (settled === null || settled < dayBeforeRating)) {
    yield {
      what: `days: settled through ${settled ?? "none"}, but rated on ${lastRated}`,
      mend: async (db) => {
        await upsertSettled(db, owner, dayBeforeRating);
        await restoreDays(db, owner, dayBeforeRating);
      },
    };
  }
  const settledThrough =
    dayBeforeRating !== null && (settled === null || settled < dayBeforeRating) ? dayBeforeRating : settled;
  const validGaps = normalizeStreakGaps(gaps, settledThrough);
  if (JSON.stringify(validGaps) !== JSON.stringify(gaps)) {
    yield {
      what: `days: the streak's gaps are ${formatGaps(gaps)}, which can only be ${formatGaps(validGaps)}`,
      mend: (db) => replaceStreakGaps(db, owner, validGaps),
    };
  }
  const shareDates = unsettledShares.filter((date) => settledThrough === null || date > settledThrough);
  if (shareDates.length > 0) {
    yield {
      what: `days: a share was noted as done on ${shareDates.join(", ")}, not settled yet`,
      mend: (db) => deleteShares(db, owner, shareDates),
    };
  }
  if (settledThrough !== null) yield* checkStoredDays(db, owner, { storedThrough, settledThrough });
};

/** Checks that the reviews of stored days and the streak match the log. Which folders were pending cannot be recomputed. */
async function* checkStoredDays(
  db: Queryable,
  owner: OwnerId,
  { storedThrough, settledThrough }: { storedThrough: LocalDate | null; settledThrough: LocalDate },
): AsyncGenerator<Difference> {
  const wrongDays = await findWrongDays(db, owner);
  const mend = (db: Queryable) => mendDays(db, owner, settledThrough, wrongDays);
  const { dates, streak } = wrongDays;
  if (storedThrough !== null && storedThrough > settledThrough)
    yield { what: `days: kept through ${storedThrough}, but settled through ${settledThrough}`, mend };
  if (dates.length > 0)
    yield { what: `days: ${dates.length} from ${dates[0]} on have other reviews than the log`, mend };
  else if (streak !== null) {
    const formatStreak = ({ current, longest, until }: Streak) => `${current} of ${longest} until ${until ?? "never"}`;
    yield {
      what: `days: the streak is ${formatStreak(streak.stored)}, the log says ${formatStreak(streak.expected)}`,
      mend,
    };
  }
}

type Streak = NonNullable<WrongDays["streak"]>["expected"];

/** Merges streak gaps that overlap, and cuts them off after the last settled date. Returns an empty list if no date is settled. */
export function normalizeStreakGaps(gaps: readonly DateRange[], settled: LocalDate | null): DateRange[] {
  const valid: DateRange[] = [];
  if (settled === null) return valid;
  for (const gap of gaps) {
    const previous = valid.at(-1);
    const to = gap.to > settled ? settled : gap.to;
    if (gap.from > to) continue;
    if (previous && gap.from <= previous.to) valid[valid.length - 1] = { ...previous, to: maxDate(previous.to, to) };
    else valid.push({ from: gap.from, to });
  }
  return valid;
}

const maxDate = (a: LocalDate, b: LocalDate) => (a > b ? a : b);

const formatGaps = (gaps: readonly DateRange[]) => gaps.map(({ from, to }) => `${from}..${to}`).join(" ") || "none";
