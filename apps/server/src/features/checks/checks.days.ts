import { addDays, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { findWrongDays, mendDays, restoreDays, type WrongDays } from "#features/schedule/days/days.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Check, Difference } from "./checks.difference.ts";
import { deleteShares, replaceGaps, selectDays, upsertSettled } from "./checks.queries.ts";

/**
 * How a past day ended cannot be computed again: cards were deleted and preferences changed since. But every day before a rating
 * must be settled, and the gaps of settled days must not overlap and must be in the past.
 */
export const checkDays: Check = async function* (db, owner) {
  const { settled, kept, lastRated, gaps, unsettledShares } = await selectDays(db, owner);
  const before = lastRated === null ? null : addDays(lastRated, -1);
  if (before !== null && (settled === null || settled < before)) {
    yield {
      what: `days: settled through ${settled ?? "none"}, but rated on ${lastRated}`,
      mend: async (db) => {
        await upsertSettled(db, owner, before);
        await restoreDays(db, owner, before);
      },
    };
  }
  const through = before !== null && (settled === null || settled < before) ? before : settled;
  const sound = normalizeGaps(gaps, through);
  if (JSON.stringify(sound) !== JSON.stringify(gaps)) {
    yield {
      what: `days: the streak's gaps are ${shown(gaps)}, which can only be ${shown(sound)}`,
      mend: (db) => replaceGaps(db, owner, sound),
    };
  }
  const shares = unsettledShares.filter((date) => through === null || date > through);
  if (shares.length > 0) {
    yield {
      what: `days: a share was noted as done on ${shares.join(", ")}, not settled yet`,
      mend: (db) => deleteShares(db, owner, shares),
    };
  }
  if (through !== null) yield* checkFigures(db, owner, { kept, through });
};

/** The reviews of stored days and the streak must follow from the log. Pending folders cannot be computed again. */
async function* checkFigures(
  db: Queryable,
  owner: OwnerId,
  { kept, through }: { kept: LocalDate | null; through: LocalDate },
): AsyncGenerator<Difference> {
  const wrong = await findWrongDays(db, owner);
  const mend = (db: Queryable) => mendDays(db, owner, through, wrong);
  const { dates, streak } = wrong;
  if (kept !== null && kept > through)
    yield { what: `days: kept through ${kept}, but settled through ${through}`, mend };
  if (dates.length > 0)
    yield { what: `days: ${dates.length} from ${dates[0]} on have other reviews than the log`, mend };
  else if (streak !== null) {
    const shown = ({ current, longest, until }: Streak) => `${current} of ${longest} until ${until ?? "never"}`;
    yield { what: `days: the streak is ${shown(streak.stored)}, the log says ${shown(streak.expected)}`, mend };
  }
}

type Streak = NonNullable<WrongDays["streak"]>["expected"];

/** Returns the gaps without overlap, up to the last settled date. There are none without a settled date. */
export function normalizeGaps(gaps: readonly DateRange[], settled: LocalDate | null): DateRange[] {
  const sound: DateRange[] = [];
  if (settled === null) return sound;
  for (const gap of gaps) {
    const previous = sound.at(-1);
    const to = gap.to > settled ? settled : gap.to;
    if (gap.from > to) continue;
    if (previous && gap.from <= previous.to) sound[sound.length - 1] = { ...previous, to: later(previous.to, to) };
    else sound.push({ from: gap.from, to });
  }
  return sound;
}

const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b);

const shown = (gaps: readonly DateRange[]) => gaps.map(({ from, to }) => `${from}..${to}`).join(" ") || "none";
