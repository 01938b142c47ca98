// Today's queue and Home's figures without a network: the week that the server has described, and the ratings given since.

import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import type { Card } from "@repasa/contract/cards.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as weekEndpoints from "@repasa/contract/client/week.ts";
import type { Backlog } from "@repasa/contract/pace.ts";
import type { DailyReview, NearDay, UserStats } from "@repasa/contract/stats.ts";
import type { QueuedCard, QueuePortion } from "@repasa/contract/study.ts";
import type { StudyCard } from "@repasa/study-queue/study-day.ts";
import type { StudyWeek } from "@repasa/study-queue/study-week.ts";
import {
  describeNearDays,
  hadPending,
  updateBacklog,
  updateDailyReview,
  updateStats,
} from "#features/device/ahead/ahead.counts.ts";
import { answerReviewQueue, type ReviewQuery } from "#features/device/ahead/ahead.queue.ts";
import { WeekOnDevice } from "#features/device/ahead/ahead.week.ts";
import type { CopyDatabase, NotedRating } from "#features/device/copy/copy.database.ts";
import { readIds } from "#features/device/copy/copy.ids.ts";
import type { Copy } from "#features/device/copy/copy.opened.ts";
import { readResponse, readStored } from "#features/device/copy/copy.stored.ts";
import { LOCAL_IDS_FROM } from "#features/device/outbox/outbox.entry.ts";
import { compareDates, localDateOf } from "#lib/local-date.ts";
import type { AnyInput } from "#lib/server-calls.ts";

/** Returns the present study date; the page's clock decides, because a phone may have changed its time zone. */
export async function readToday(database: CopyDatabase): Promise<{ today: string; dateOf: (at: number) => string }> {
  const preferences = await readResponse(database, accountEndpoints.preferences);
  const hour = preferences?.dayStartHour ?? DEFAULT_DAY_START_HOUR;
  const dateOf = (at: number) => localDateOf(new Date(at), hour);
  return { today: dateOf(Date.now()), dateOf };
}

/** Returns undefined if the server has not described a week yet. */
export function readWeek(copy: Copy): Promise<WeekOnDevice | undefined> {
  // Home asks for several figures at once, and the date may be another one when the week is asked for again.
  return copy.compute(buildWeek, { once: true });
}

const buildWeek = (copy: Copy): Promise<WeekOnDevice | undefined> => copy.use(readStoredWeek);

async function readStoredWeek(database: CopyDatabase): Promise<WeekOnDevice | undefined> {
  const week = await readResponse(database, weekEndpoints.read);
  if (!week) return undefined;
  const { today, dateOf } = await readToday(database);
  const newIds = await readIds(database);
  const noted = await database.getAll("ratings");
  const toRating = ({ reviewId, cardId, at, difficulty, answerResult, interval, mode, hints }: NotedRating) => ({
    reviewId,
    cardId: newIds.get(cardId) ?? cardId,
    at,
    date: dateOf(at),
    difficulty,
    answerResult,
    interval,
    mode,
    hints,
  });
  return new WeekOnDevice({
    week,
    date: today,
    rows: await readRows(database, week, newIds),
    ratings: noted.filter((one) => one.before === undefined && isValid(one)).map(toRating),
    undone: listUndone(noted).map(({ before, ratings }) => ({ before, ratings: ratings.map(toRating) })),
  });
}

const isValid = ({ undoneAt }: NotedRating): boolean => undoneAt === undefined;

/** Lists the cards with undone ratings that the week contains, and their other ratings in it. */
function listUndone(noted: readonly NotedRating[]): { before: StudyCard; ratings: NotedRating[] }[] {
  const ofCards = new Map<number, { before: StudyCard; ratings: NotedRating[] }>();
  for (const one of noted) {
    if (!one.before) continue;
    const { ratings } = ofCards.get(one.before.id) ?? { ratings: [] };
    ofCards.set(one.before.id, { before: one.before, ratings: [...ratings, one] });
  }
  return [...ofCards.values()]
    .filter(({ ratings }) => !ratings.every(isValid))
    .map(({ before, ratings }) => ({ before, ratings: ratings.filter(isValid) }));
}

/** Reads the cards of a week and then those that were created here, the oldest first. */
async function readRows(
  database: CopyDatabase,
  week: StudyWeek,
  newIds: ReadonlyMap<number, number>,
): Promise<Map<number, Card>> {
  const { store, done } = database.transaction("cards");
  const ids = [...listIds(week.rated.idSteps), ...listIds(week.fresh.idSteps)];
  const local = store.getAll(IDBKeyRange.lowerBound(LOCAL_IDS_FROM));
  // The server may have described the week before it got them.
  const delivered = await Promise.all([...newIds.values()].map((id) => store.get(id)));
  const known = await Promise.all(listRanges(ids).map((range) => store.getAll(range)));
  const created = [...delivered, ...(await local)].filter((card) => card !== undefined);
  created.sort((one, other) => compareDates(one.createdAt, other.createdAt) || one.id - other.id);
  await done;
  const rows = new Map(known.flat().map((card) => [card.id, card]));
  const ofWeek = ids.flatMap((id) => rows.get(id) ?? []);
  return new Map([...ofWeek, ...created].map((card) => [card.id, card]));
}

/** In ids: reading some cards too many takes less time than another request. */
const MAX_GAP = 8;
/** In ids: the page stops while it receives the cards of a range. */
const MAX_RANGE = 500;

/** Returns ranges of ids that contain these, which may be in any order. */
function listRanges(ids: readonly number[]): IDBKeyRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const id of [...ids].sort((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range && id - range.last <= MAX_GAP && id - range.first < MAX_RANGE) range.last = id;
    else ranges.push({ first: id, last: id });
  }
  return ranges.map(({ first, last }) => IDBKeyRange.bound(first, last));
}

/** Returns the cards that fall due within the week, the soonest due first, and then the new ones. */
export async function listWeekCards(copy: Copy): Promise<Card[]> {
  const device = await readWeek(copy);
  const dueDate = ({ nextReviewDate }: Card) => nextReviewDate ?? "9999-12-31";
  const asked = [...(device?.rows.values() ?? [])].filter(({ suspended }) => !suspended);
  return asked.sort((one, other) => compareDates(dueDate(one), dueDate(other)));
}

function listIds(steps: readonly number[]): number[] {
  let id = 0;
  return steps.map((step) => {
    id += step;
    return id;
  });
}

/** Answers the call for the review queue. */
export async function readQueue(
  copy: Copy,
  { query = {} }: AnyInput,
): Promise<QueuedCard[] | QueuePortion | undefined> {
  const device = await readWeek(copy);
  if (!device) return undefined;
  const { folderId, examId, cardIds, practice, limit, after } = query as Partial<Record<string, string>>;
  const exam = examId === undefined ? undefined : await copy.use((database) => database.get("exams", Number(examId)));
  if (examId !== undefined && !exam) return undefined;
  const portion = answerReviewQueue(device, {
    ...(folderId !== undefined && { folderId: Number(folderId) }),
    ...(exam && { folderIds: exam.folders.map((folder) => folder.folderId) }),
    ...(cardIds !== undefined && { cardIds: cardIds.split(",").map(Number) }),
    ...(practice !== undefined &&
      practice !== "false" && { practice: practice as NonNullable<ReviewQuery["practice"]> }),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(after !== undefined && { after }),
  });
  return limit === undefined && after === undefined ? portion.cards : portion;
}

export async function readDailyReview(copy: Copy): Promise<DailyReview | undefined> {
  const last = await copy.use((database) => readResponse(database, statsEndpoints.dailyReview));
  const device = last && (await readWeek(copy));
  if (!device) return last;
  const folders = await copy.use((database) => database.getAll("folders"));
  return updateDailyReview(last, device, new Map(folders.map((folder) => [folder.id, folder])));
}

export async function readBacklog(copy: Copy): Promise<Backlog | undefined> {
  const last = await copy.use((database) => readResponse(database, paceEndpoints.backlog));
  const device = last && (await readWeek(copy));
  return device ? updateBacklog(last, device) : last;
}

export async function readStats(copy: Copy): Promise<UserStats | undefined> {
  const stored = await copy.use((database) => readStored(database, statsEndpoints.userStats));
  const device = stored && (await readWeek(copy));
  if (!device) return stored?.body;
  return copy.use(async (database) => {
    const { dateOf } = await readToday(database);
    const rated = await countRatings(database, stored.at, dateOf);
    const since = { date: dateOf(stored.at), today: device.date, rated };
    return updateStats(stored.body, device, { ...since, hadPending: (day) => hadPending(device, day) });
  });
}

/** Returns the days around the date on this device; undefined around another date, because only the server knows those. */
export async function readNearDays(copy: Copy, { query = {} }: AnyInput): Promise<readonly NearDay[] | undefined> {
  const last = await copy.use((database) => readResponse(database, statsEndpoints.nearDays));
  const device = last && (await readWeek(copy));
  if (!device || (query.around ?? device.date) !== device.date) return undefined;
  return copy.use(async (database) => {
    const stats = await readStored(database, statsEndpoints.userStats);
    const { dateOf } = await readToday(database);
    const rated = await countRatings(database, stats?.at ?? 0, dateOf);
    const countKnown = (date: string) => (stats && dateOf(stats.at) === date ? stats.body.reviewedToday : 0);
    return describeNearDays(device, last, (date) => (rated.get(date) ?? 0) + countKnown(date) > 0);
  });
}

/** Counts by date the ratings that a response of the server does not include, minus those undone that it includes. */
async function countRatings(
  database: CopyDatabase,
  respondedAt: number,
  dateOf: (at: number) => string,
): Promise<Map<string, number>> {
  const isSince = (at = 0) => at > respondedAt;
  const rated = new Map<string, number>();
  for (const one of await database.getAll("ratings")) {
    const added = Number(isSince(one.at) && isValid(one)) - Number(!isSince(one.at) && isSince(one.undoneAt));
    rated.set(dateOf(one.at), (rated.get(dateOf(one.at)) ?? 0) + added);
  }
  return rated;
}
