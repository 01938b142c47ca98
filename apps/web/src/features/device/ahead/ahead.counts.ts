import type { DailyReview, PendingFolder, UserStats } from "@repasa/contract/stats.ts";
import { listInOrder } from "@repasa/study-queue/queue.ts";
import { replay, type WeekOnDevice } from "#features/device/ahead/ahead.queue.ts";

export type FolderCounts = Pick<PendingFolder, "total" | "new" | "hard" | "medium" | "easy">;

/** Counts the pending cards of each folder that has any, in the order in which they are asked first. */
export function countPending(device: WeekOnDevice): Map<number, FolderCounts> {
  const counts = new Map<number, FolderCounts>();
  for (const { card } of listInOrder(replay(device), { cards: "pending", folderId: null })) {
    const folder = counts.get(card.folderId) ?? { total: 0, new: 0, hard: 0, medium: 0, easy: 0 };
    counts.set(card.folderId, { ...folder, total: folder.total + 1, [card.difficulty]: folder[card.difficulty] + 1 });
  }
  return counts;
}

type Named = Pick<PendingFolder, "name" | "color" | "icon">;

/**
 * Updates the server's last answer about pending cards with counts of this device. Counts that only the server can compute are 0
 * if that answer is from another day.
 */
export function updateDailyReview(
  last: DailyReview,
  counts: ReadonlyMap<number, FolderCounts>,
  folders: ReadonlyMap<number, Named>,
  date: string,
): DailyReview {
  const isToday = last.date === date;
  return {
    date,
    totalDue: sum(counts),
    newWaiting: isToday ? last.newWaiting : 0,
    dueWaiting: isToday ? last.dueWaiting : 0,
    break: last.break && date <= last.break.spreadUntil ? last.break : null,
    folders: [...counts].flatMap(([folderId, count]) => {
      const folder = folders.get(folderId);
      return folder ? [{ folderId, name: folder.name, color: folder.color, icon: folder.icon, ...count }] : [];
    }),
  };
}

/**
 * Updates the server's last figures for Home with counts of this device.
 *
 * @param rated The number of ratings of the present date that the figures do not include, minus those undone that they include.
 * @param isToday Whether the figures are of the present study date.
 */
export function updateStats(
  last: UserStats,
  counts: ReadonlyMap<number, FolderCounts>,
  { rated, isToday }: { rated: number; isToday: boolean },
): UserStats {
  const before = isToday ? last.reviewedToday : 0;
  const reviewedToday = Math.max(0, before + rated);
  // Today is a day of the streak as long as it has a review.
  const currentStreak = Math.max(0, last.currentStreak + Number(reviewedToday > 0) - Number(before > 0));
  return {
    ...last,
    cardsDueToday: sum(counts),
    foldersWithPendingCards: counts.size,
    reviewedToday,
    currentStreak,
    longestStreak: Math.max(last.longestStreak, currentStreak),
  };
}

function sum(counts: ReadonlyMap<number, FolderCounts>): number {
  return [...counts.values()].reduce((total, count) => total + count.total, 0);
}
