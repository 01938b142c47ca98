import type { Backlog } from "@repasa/contract/pace.ts";
import type { DailyReview, NearDay, PendingFolder, UserStats } from "@repasa/contract/stats.ts";
import { toLocalDate } from "@repasa/scheduler/days.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { countAsked, listAskedAhead } from "@repasa/study-queue/days-ahead.ts";
import { listPending } from "@repasa/study-queue/pending.ts";
import { estimateSession } from "@repasa/study-queue/session.ts";
import type { FolderCounts, WaitingCounts, WeekOnDevice } from "#features/device/ahead/ahead.week.ts";
import { addDays, daysBetween, isInRanges } from "#lib/local-date.ts";

type Named = Pick<PendingFolder, "name" | "color" | "icon">;

/** Updates the server's last response about pending cards with counts of this device. */
export function updateDailyReview(
  last: DailyReview,
  { pending, waiting, date }: WeekOnDevice,
  folders: ReadonlyMap<number, Named>,
): DailyReview {
  return {
    date,
    totalDue: sum(pending),
    ...sumWaiting(waiting),
    break: last.break && date <= last.break.spreadUntil ? last.break : null,
    folders: [...pending].flatMap(([folderId, count]) => {
      const folder = folders.get(folderId);
      return folder ? [{ folderId, name: folder.name, color: folder.color, icon: folder.icon, ...count }] : [];
    }),
  };
}

/** Updates the server's last response about a backlog: what is due, how long it takes, and how much of today's part of a plan is done. */
export function updateBacklog(last: Backlog, { state, pending }: WeekOnDevice): Backlog {
  const { catchUp, day, reviewed } = state;
  const due = [...state.cards.values()].flatMap(({ suspended, dueDay }) =>
    !suspended && dueDay !== null && dueDay <= day ? [dueDay] : [],
  );
  const plan = catchUp !== null && catchUp.until >= day ? catchUp : null;
  const { days, perDay } = plan ? { days: plan.until - day + 1, perDay: plan.perDay } : last.suggestion;
  const planned = days > 0 ? listPending({ ...state, catchUp: { until: day + days - 1, perDay } }) : [];
  return {
    pending: due.length,
    overdue: due.filter((dueDay) => dueDay < day).length,
    minutes: last.seconds ? Math.ceil(estimateSession(pending.values(), last.seconds).minutes) : last.minutes,
    seconds: last.seconds,
    catchUp: plan && { until: toLocalDate(plan.until), perDay, doneToday: reviewed },
    suggestion: {
      days,
      perDay,
      leftToday: Math.max(0, perDay - reviewed) + planned.filter(({ dueDay }) => dueDay === null).length,
    },
    offered: last.offered && plan === null,
  };
}

/** Returns whether cards waited for the student on a date of the week, so that a day without reviews ends the streak. */
export function hadPending(device: WeekOnDevice, date: LocalDate): boolean {
  if (date < device.week.date || isInRanges(date, device.week.breaks)) return false;
  const ratings = device.ratings.filter((rating) => rating.date <= date);
  return listPending(device.replay(date, ratings)).length > 0;
}

/**
 * The days since the figures of the server.
 *
 * - `date`: of the figures.
 * - `today`: the present date.
 * - `rated`: by date, the number of ratings that the figures do not include, minus those undone that they include.
 * - `hadPending`: returns whether cards waited on a past date.
 */
export type DaysSince = {
  readonly date: LocalDate;
  readonly today: LocalDate;
  readonly rated: ReadonlyMap<LocalDate, number>;
  readonly hadPending: (date: LocalDate) => boolean;
};

/** Updates the server's last figures for Home with counts of this device. */
export function updateStats(
  last: UserStats,
  { pending, waiting }: WeekOnDevice,
  { date, today, rated, hadPending }: DaysSince,
): UserStats {
  const countReviews = (day: LocalDate) => Math.max(0, (rated.get(day) ?? 0) + (day === date ? last.reviewedToday : 0));
  let { currentStreak, longestStreak } = last;
  // A day is one of the streak as soon as it has a review.
  if (date <= today && last.reviewedToday > 0) currentStreak -= 1;
  for (let day = date < today ? date : today; day <= today; day = addDays(day, 1)) {
    if (countReviews(day) > 0) currentStreak += 1;
    else if (currentStreak > 0 && day < today && hadPending(day)) currentStreak = 0;
    longestStreak = Math.max(longestStreak, currentStreak);
  }
  return {
    ...last,
    cardsDueToday: sum(pending),
    ...sumWaiting(waiting),
    foldersWithPendingCards: pending.size,
    reviewedToday: countReviews(today),
    currentStreak: Math.max(0, currentStreak),
    longestStreak,
  };
}

/**
 * Returns the days around the present date of the device: earlier ones as the server knew them, those since then as they went on this
 * device, and later ones as it counts them.
 *
 * @param last The server's last response about the days around a date.
 * @param isStudied Returns whether a card was rated on a date since then.
 */
export function describeNearDays(
  device: WeekOnDevice,
  last: readonly NearDay[],
  isStudied: (date: LocalDate) => boolean,
): NearDay[] {
  const { state } = device;
  const middle = (last.length - 1) / 2;
  const asked = listAskedAhead(state, middle).map(countAsked);
  const lastDate = last[middle]?.date ?? device.date;
  return last.map((_, place) => {
    const date = addDays(device.date, place - middle);
    const day = { date, completed: false, studied: false, due: 0, asked: 0 };
    if (date > device.date) {
      const due = state.dueCounts.counts[daysBetween(device.week.date, date)] ?? 0;
      return { ...day, due, asked: asked[place - middle - 1] ?? 0 };
    }
    if (date === device.date) return day;
    if (date < lastDate) return last.find((known) => known.date === date) ?? day;
    const studied = isStudied(date);
    return { ...day, completed: studied && !hadPending(device, date), studied };
  });
}

function sum(counts: ReadonlyMap<number, FolderCounts>): number {
  return [...counts.values()].reduce((total, count) => total + count.total, 0);
}

function sumWaiting(counts: ReadonlyMap<number, WaitingCounts>): WaitingCounts {
  const each = [...counts.values()];
  return {
    newWaiting: each.reduce((total, { newWaiting }) => total + newWaiting, 0),
    dueWaiting: each.reduce((total, { dueWaiting }) => total + dueWaiting, 0),
  };
}
