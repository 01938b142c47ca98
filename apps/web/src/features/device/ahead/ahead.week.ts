// Brings the memory model, so it is loaded only where there is no network.
import type { Card } from "@repasa/contract/cards.ts";
import type { DailyReview, PendingFolder } from "@repasa/contract/stats.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { listWaiting } from "@repasa/study-queue/pending.ts";
import { listInOrder } from "@repasa/study-queue/queue.ts";
import { replayWeek, type UndoneCard } from "@repasa/study-queue/ratings.ts";
import type { StudyCard, StudyDay } from "@repasa/study-queue/study-day.ts";
import type { StudyWeek } from "@repasa/study-queue/study-week.ts";
import type { DeviceRating } from "#features/device/ahead/ahead.rows.ts";

/**
 * The data on the device.
 *
 * - `week`: the last response of `GET /api/study-week`.
 * - `rows`: all cards of the copy by id, with the changes that were made on the device; the oldest card first.
 * - `ratings`: those that were not delivered when the response was requested, in the order in which they were given, without undone
 *   ones. Ratings that it contains all the same are skipped.
 * - `undone`: the cards with ratings that the response contains and that were undone since.
 * - `date`: the present study date.
 */
export type StoredWeek = {
  readonly week: StudyWeek;
  readonly rows: ReadonlyMap<number, Card>;
  readonly ratings: readonly DeviceRating[];
  readonly undone: readonly UndoneCard[];
  readonly date: LocalDate;
};

/** The new and due cards that wait for another day. */
export type WaitingCounts = Pick<DailyReview, "newWaiting" | "dueWaiting">;

export const NONE_WAITING: WaitingCounts = { newWaiting: 0, dueWaiting: 0 };

export type FolderCounts = Pick<PendingFolder, "total" | "new" | "hard" | "medium" | "easy">;

/** The week on the device, with what is computed from it once for all that Home and a folder show of it. Nobody may change that. */
export class WeekOnDevice implements StoredWeek {
  readonly week: StoredWeek["week"];
  readonly rows: StoredWeek["rows"];
  readonly ratings: StoredWeek["ratings"];
  readonly undone: StoredWeek["undone"];
  readonly date: StoredWeek["date"];
  #state: StudyDay | undefined;
  #asked: readonly StudyCard[] | undefined;
  #pending: ReadonlyMap<number, FolderCounts> | undefined;
  #waiting: ReadonlyMap<number, WaitingCounts> | undefined;

  constructor({ week, rows, ratings, undone, date }: StoredWeek) {
    this.week = week;
    this.rows = rows;
    this.ratings = ratings;
    this.undone = undone;
    this.date = date;
  }

  /** The present state of the cards. */
  get state(): StudyDay {
    this.#state ??= this.replay(this.date, this.ratings);
    return this.#state;
  }

  /** How many cards are pending in each folder that has any, in the order in which they are asked first. */
  get pending(): ReadonlyMap<number, FolderCounts> {
    this.#pending ??= countPending(this.#listAsked());
    return this.#pending;
  }

  /** How many cards wait for another day in each folder that has any. */
  get waiting(): ReadonlyMap<number, WaitingCounts> {
    this.#waiting ??= countWaiting(listWaiting(this.state, this.#listAsked()));
    return this.#waiting;
  }

  /** Lists the pending cards in the order in which they are asked. */
  #listAsked(): readonly StudyCard[] {
    this.#asked ??= listInOrder(this.state, { cards: "pending", folderIds: null }).map(({ card }) => card);
    return this.#asked;
  }

  /** Computes the state of the cards on another date, after some of the ratings. */
  replay(date: LocalDate, ratings: readonly DeviceRating[]): StudyDay {
    return replayWeek(this.week, ratings, date, this.rows, this.undone);
  }
}

function countPending(asked: readonly StudyCard[]): Map<number, FolderCounts> {
  const counts = new Map<number, FolderCounts>();
  for (const card of asked) {
    const folder = counts.get(card.folderId) ?? { total: 0, new: 0, hard: 0, medium: 0, easy: 0 };
    counts.set(card.folderId, { ...folder, total: folder.total + 1, [card.difficulty]: folder[card.difficulty] + 1 });
  }
  return counts;
}

function countWaiting(waiting: readonly StudyCard[]): Map<number, WaitingCounts> {
  const counts = new Map<number, WaitingCounts>();
  for (const { folderId, dueDay } of waiting) {
    const { newWaiting, dueWaiting } = counts.get(folderId) ?? NONE_WAITING;
    const isNew = Number(dueDay === null);
    counts.set(folderId, { newWaiting: newWaiting + isNew, dueWaiting: dueWaiting + 1 - isNew });
  }
  return counts;
}
