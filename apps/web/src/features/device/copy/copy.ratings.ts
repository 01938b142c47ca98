// The ratings of this device that the server's description of the week may lack, or that may be undone after it.
import type { StudyCard } from "@repasa/study-queue/study-day.ts";
import type { StudyWeek } from "@repasa/study-queue/study-week.ts";
import type { WeekOnDevice } from "#features/device/ahead/ahead.week.ts";
import type { CopyDatabase, NotedRating } from "#features/device/copy/copy.database.ts";
import { readIds } from "#features/device/copy/copy.ids.ts";
import type { Copy } from "#features/device/copy/copy.opened.ts";
import { readToday, readWeek } from "#features/device/copy/copy.week.ts";
import type { RatingEntry, StoredEntry, UndoEntry } from "#features/device/outbox/outbox.entry.ts";

/** Notes a rating, or its undo, so that the queue follows although the server may not have described the week since. */
export async function noteRating(copy: Copy, entry: RatingEntry | UndoEntry): Promise<void> {
  await copy.use(async (database) => {
    const transaction = database.transaction(["ratings", "refused"], "readwrite");
    const store = transaction.objectStore("ratings");
    const noted = await store.index("reviewId").get(entry.reviewId);
    if (entry.kind === "review" && !noted) void store.add(entry);
    if (entry.kind === "undo" && noted) void store.put({ ...noted, undoneAt: entry.at });
    // The server never took it, and need not be asked to again.
    if (entry.kind === "undo") void transaction.objectStore("refused").delete(entry.reviewId);
    await transaction.done;
  });
  copy.noteWritten();
}

/**
 * The ratings just before the server is asked to describe the week.
 *
 * - `delivered`: the ids of those that the server has.
 * - `settled`: the ids of those that were undone, on the server too.
 * - `device`: with the last description; undefined before the first one.
 */
export type RatingsBefore = {
  readonly delivered: ReadonlySet<string>;
  readonly settled: ReadonlySet<string>;
  readonly device: WeekOnDevice | undefined;
};

/** @param waiting The entries that the outbox has not delivered yet. */
export async function readRatingsBefore(copy: Copy, waiting: readonly StoredEntry[]): Promise<RatingsBefore> {
  const noted = await copy.use((database) => database.getAll("ratings"));
  const listIds = (entries: readonly { reviewId: string }[]) => new Set(entries.map(({ reviewId }) => reviewId));
  // Sets, because thousands may wait.
  const [unsent, all] = [listIds(waiting.filter(({ kind }) => kind === "review")), listIds(waiting)];
  return {
    delivered: listIds(noted.filter(({ reviewId }) => !unsent.has(reviewId))),
    settled: listIds(noted.filter(({ reviewId, undoneAt }) => undoneAt !== undefined && !all.has(reviewId))),
    device: await readWeek(copy),
  };
}

/**
 * Notes which ratings the week contains, after it has been stored. Those of its date stay with the card before them, so that they
 * can be undone without a network; earlier ones and settled ones are removed.
 */
export async function foldRatings(copy: Copy, before: RatingsBefore, week: StudyWeek): Promise<void> {
  await copy.use((database) => fold(database, before, week));
  copy.noteWritten();
}

async function fold(
  database: CopyDatabase,
  { delivered, settled, device }: RatingsBefore,
  week: StudyWeek,
): Promise<void> {
  const received = new Set(week.received);
  const { dateOf } = await readToday(database);
  const noted = await database.getAll("ratings");
  const isContained = ({ reviewId }: NotedRating) => delivered.has(reviewId) || received.has(reviewId);
  const isGone = (one: NotedRating) => settled.has(one.reviewId) || (isContained(one) && dateOf(one.at) !== week.date);
  const gone = noted.filter(isGone);
  const folded = noted.filter((one) => isContained(one) && one.before === undefined && !isGone(one));
  const findBefore = folded.length > 0 ? await createBefore(database, device, week, noted) : () => null;
  const { store, done } = database.transaction("ratings", "readwrite");
  for (const { seq = 0 } of gone) void store.delete(seq);
  for (const { seq = 0, ...rating } of folded) {
    // It may have been undone meanwhile.
    const present = await store.get(seq);
    if (present) void store.put({ ...present, before: findBefore(rating) });
  }
  await done;
}

/** Returns a function that finds the card of a rating as it was before its first rating on the date of a new week. */
async function createBefore(
  database: CopyDatabase,
  device: WeekOnDevice | undefined,
  { date }: StudyWeek,
  noted: readonly NotedRating[],
): Promise<(rating: NotedRating) => StudyCard | null> {
  const newIds = await readIds(database);
  const known = new Map(noted.flatMap(({ before }) => (before ? [[before.id, before] as const] : [])));
  const earlier = device?.ratings.filter((rating) => rating.date < date) ?? [];
  const state = device?.replay(date, earlier);
  return ({ cardId }) => {
    const id = newIds.get(cardId) ?? cardId;
    return known.get(id) ?? state?.cards.get(id) ?? null;
  };
}
