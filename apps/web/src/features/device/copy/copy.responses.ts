// Answers calls in place of the server: lists and single things from the rows of the copy, and other calls as last answered.

import { foldText } from "@repasa/card-text/folding.ts";
import type { Card, FolderPortion, TagUse } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as examEndpoints from "@repasa/contract/client/exams.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder, FolderStats } from "@repasa/contract/folders.ts";
import type { ActivityDay } from "@repasa/contract/stats.ts";
import type { CardHistory, Confusions } from "@repasa/contract/study.ts";
import { describeConfusions, updateConfusions } from "#features/device/ahead/ahead.confusions.ts";
import { NONE_WAITING, type WeekOnDevice } from "#features/device/ahead/ahead.week.ts";
import { readIds } from "#features/device/copy/copy.ids.ts";
import type { Copy } from "#features/device/copy/copy.opened.ts";
import { describeCard, readShowRatings } from "#features/device/copy/copy.rated.ts";
import { searchCards } from "#features/device/copy/copy.search.ts";
import { readResponse } from "#features/device/copy/copy.stored.ts";
import {
  readBacklog,
  readDailyReview,
  readNearDays,
  readQueue,
  readStats,
  readToday,
  readWeek,
} from "#features/device/copy/copy.week.ts";
import { compareDates, daysBetween } from "#lib/local-date.ts";
import type { AnyInput } from "#lib/server-calls.ts";

type Reader = (copy: Copy, input: AnyInput) => Promise<unknown>;

/** Above every date and id of a folder's cards in the index. */
const LAST = "\uffff";

const readers = new Map<string, Reader>([
  [keyOf(folderEndpoints.list), async (copy) => (await listFolders(copy)).sort(byChange)],
  [keyOf(folderEndpoints.read), (copy, input) => readFolder(copy, idOf(input))],
  [keyOf(folderEndpoints.stats), readFolderStats],
  [keyOf(cardEndpoints.listInFolder), listCards],
  [keyOf(cardEndpoints.search), (copy, { query = {} }) => searchCards(copy, query)],
  [keyOf(cardEndpoints.tags), countTags],
  [keyOf(examEndpoints.list), listExams],
  [keyOf(studyEndpoints.history), readHistory],
  [keyOf(studyEndpoints.reviewQueue), readQueue],
  [keyOf(studyEndpoints.confusions), readConfusions],
  [keyOf(statsEndpoints.dailyReview), readDailyReview],
  [keyOf(statsEndpoints.userStats), readStats],
  [keyOf(statsEndpoints.nearDays), readNearDays],
  [keyOf(paceEndpoints.backlog), readBacklog],
  [keyOf(statsEndpoints.activity), readActivity],
]);

/** Returns the response to a GET, or undefined if the copy has none. */
export async function respondFromCopy(copy: Copy, endpoint: ClientEndpoint, input: AnyInput): Promise<unknown> {
  // Before the feed has been read once, a list from rows would lack things.
  const isFilled = (await copy.use((database) => database.get("facts", "cursor"))) !== undefined;
  const reader = isFilled ? readers.get(keyOf(endpoint)) : undefined;
  return (await reader?.(copy, input)) ?? copy.use((database) => readResponse(database, endpoint, input));
}

/**
 * Returns whether a response is worth storing: it belongs to a screen that works without a network, and is not computed from rows. The
 * private key that opens sealed boxes is never stored.
 */
export function isStoredResponse({ method, path }: ClientEndpoint): boolean {
  return method === "GET" && STORED.test(path);
}

const STORED =
  /^\/api\/(?:auth\/user$|user\/(?!home|device-key)|study-week$|confusions$|classes(?:$|\/)|cards\/(?:daily-review|\{id\}\/history)|exams|folders\/(?:completed|scheduled))/;

function keyOf({ method, path }: ClientEndpoint): string {
  return `${method} ${path}`;
}

const idOf = ({ params }: AnyInput): number => Number(params?.id);

function ofFolder(folderId: number): IDBKeyRange {
  return IDBKeyRange.bound([folderId], [folderId, LAST]);
}

async function listFolders(copy: Copy): Promise<Folder[]> {
  const device = await readWeek(copy);
  return copy.use(async (database) => {
    // One transaction, because each one takes a phone some milliseconds.
    const transaction = database.transaction(["folders", "cards"]);
    const place = transaction.objectStore("cards").index("place");
    const folders = await transaction.objectStore("folders").getAll();
    const counts = await Promise.all(folders.map(({ id }) => place.count(ofFolder(id))));
    await transaction.done;
    return folders.map((folder, at) => countCards(folder, counts[at] ?? 0, device));
  });
}

async function readFolder(copy: Copy, id: number): Promise<Folder | undefined> {
  const folder = await copy.use((database) => database.get("folders", id));
  if (!folder) return undefined;
  const cardCount = await copy.use((database) => database.countFromIndex("cards", "place", ofFolder(id)));
  return countCards(folder, cardCount, await readWeek(copy));
}

/** @param device Undefined if the server has not described a week yet. */
function countCards(folder: Folder, cardCount: number, device: WeekOnDevice | undefined): Folder {
  if (!device) return { ...folder, cardCount };
  const dueCount = device.pending.get(folder.id)?.total ?? 0;
  return { ...folder, cardCount, dueCount, dueWaiting: device.waiting.get(folder.id)?.dueWaiting ?? 0 };
}

function byChange(one: Folder, other: Folder): number {
  return compareDates(other.updatedAt, one.updatedAt) || other.id - one.id;
}

async function readFolderStats(copy: Copy, input: AnyInput): Promise<FolderStats | undefined> {
  const folder = await readFolder(copy, idOf(input));
  if (!folder) return undefined;
  const rows = await copy.use((database) => database.getAllFromIndex("cards", "place", ofFolder(folder.id)));
  const cards = rows.map(await readShowRatings(copy));
  const device = await readWeek(copy);
  return {
    ...(device?.waiting.get(folder.id) ?? NONE_WAITING),
    dueCards: folder.dueCount,
    totalCards: cards.length,
    masteredCards: cards.filter(({ difficulty }) => difficulty === "easy").length,
    difficultCards: cards.filter(({ difficulty }) => difficulty === "hard").length,
  };
}

/** Without `limit`, the call asks for the whole list as an array. */
async function listCards(copy: Copy, input: AnyInput): Promise<Card[] | FolderPortion | undefined> {
  const folderId = idOf(input);
  if (!(await copy.use((database) => database.get("folders", folderId)))) return undefined;
  const { limit, after } = input.query ?? {};
  const showRatings = await readShowRatings(copy);
  if (limit === undefined && after === undefined) {
    const rows = await copy.use((database) => database.getAllFromIndex("cards", "place", ofFolder(folderId)));
    return rows.map(showRatings).reverse();
  }
  const [ms, id] = typeof after === "string" ? after.split("_").map(Number) : [];
  const end = ms === undefined ? LAST : new Date(ms).toISOString();
  const range = IDBKeyRange.bound([folderId], [folderId, end, ...(id === undefined ? [] : [id])], false, true);
  const most = Number(limit ?? 100);
  return copy.use(async (database) => {
    const cards: Card[] = [];
    let cursor = await database.transaction("cards").store.index("place").openCursor(range, "prev");
    for (; cursor && cards.length < most; cursor = await cursor.continue()) cards.push(showRatings(cursor.value));
    const last = cards.at(-1);
    return {
      cards,
      total: await database.countFromIndex("cards", "place", ofFolder(folderId)),
      next: cursor && last ? `${Date.parse(last.createdAt)}_${last.id}` : null,
    };
  });
}

async function countTags(copy: Copy): Promise<TagUse[]> {
  const uses = new Map<string, TagUse>();
  for (const { tags } of await copy.use((database) => database.getAll("cards"))) {
    for (const tag of tags) uses.set(foldText(tag), { tag, cards: (uses.get(foldText(tag))?.cards ?? 0) + 1 });
  }
  return [...uses.values()].sort((one, other) => other.cards - one.cards || one.tag.localeCompare(other.tag, "es"));
}

/** The exams to come, the nearest first, then those that are over, the last first: the rows are as old as their last change. */
async function listExams(copy: Copy): Promise<Exam[]> {
  const { today } = await copy.use(readToday);
  const rows = await copy.use((database) => database.getAll("exams"));
  const exams = rows.map((exam) => ({ ...exam, daysLeft: daysBetween(today, exam.date) }));
  const isOver = ({ daysLeft }: Exam) => Number(daysLeft < 0);
  return exams.sort(
    (one, other) =>
      isOver(one) - isOver(other) || Math.abs(one.daysLeft) - Math.abs(other.daysLeft) || one.id - other.id,
  );
}

/** The days with reviews of the last response, which may have been asked for from another date on. */
async function readActivity(copy: Copy, input: AnyInput): Promise<ActivityDay[] | undefined> {
  const { from = "", to } = input.query ?? {};
  if (to !== undefined) return undefined;
  const { path } = statsEndpoints.activity;
  const range = IDBKeyRange.bound(path, path + LAST);
  const responses = await copy.use((database) => database.getAll("answers", range));
  const latest = responses.filter(({ url }) => !url.includes("to=")).sort((one, other) => other.at - one.at)[0];
  const days = latest?.body as ActivityDay[] | undefined;
  return days?.filter(({ date }) => date >= String(from));
}

/** Undefined before the first response, because only the server knows earlier ratings. */
async function readConfusions(copy: Copy): Promise<Confusions | undefined> {
  return copy.use(async (database) => {
    const response = await readResponse(database, studyEndpoints.confusions);
    if (!response) return undefined;
    const { dateOf } = await readToday(database);
    const [noted, newIds] = [await database.getAll("ratings"), await readIds(database)];
    const { store, done } = database.transaction("cards");
    const find = (id: number) => store.get(newIds.get(id) ?? id);
    const known = updateConfusions(response.confusions, noted, dateOf);
    const rows = await Promise.all(
      known.map(async (one) => [one, await find(one.cardId), await find(one.otherId)] as const),
    );
    await done;
    return describeConfusions(rows);
  });
}

/** Reviews are not copied: they are those of the last response, or none, and those of this device. */
async function readHistory(copy: Copy, input: AnyInput): Promise<CardHistory | undefined> {
  const row = await copy.use((database) => database.get("cards", idOf(input)));
  if (!row) return undefined;
  const response = await copy.use((database) => readResponse(database, studyEndpoints.history, input));
  return describeCard(copy, row, response);
}
