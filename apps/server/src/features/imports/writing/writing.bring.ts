import type { Material } from "@repasa/card-files/material.ts";
import type { MediaFile } from "@repasa/card-files/media/media-file.ts";
import type { ImportResult } from "@repasa/contract/imports.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import { localDateOf } from "@repasa/scheduler/local-dates.ts";
import { withinLimits } from "#features/billing/billing.limits.ts";
import { recheckMediaLimit, storeMedia } from "#features/media/media.service.ts";
import { recountDays } from "#features/schedule/days/days.service.ts";
import { countDueDates } from "#features/schedule/schedule.load.ts";
import type { Connection } from "#platform/db/pool.ts";
import { withoutRange } from "#platform/time/local-days.ts";
import type { BroughtRows } from "#schema/imports.ts";
import type { CopiedIds } from "../copying/copying.ids.ts";
import {
  bringAccount,
  bringPast,
  bringSessions,
  type Copied,
  findCopiedAccount,
  openCopied,
  settleSince,
} from "../copying/copying.service.ts";
import {
  insertPastGaps,
  reserveReviewIds,
  selectGapsBefore,
  selectImportedDates,
  selectLearnerNow,
  selectVersion,
  updateCalibration,
} from "../history/history.queries.ts";
import { type Studied, writeHistory } from "../history/history.studied.ts";
import { calibrateByLog } from "../imports.calibration.ts";
import { deletePieces, updateUncancelled } from "../imports.queries.ts";
import type { BringTask, Progress } from "../imports.task.ts";
import { findMissingReviews, type Missing, mergeReviews } from "../merging/merging.service.ts";
import { readIncoming, type Writing } from "./writing.incoming.ts";
import { createAccountRecognizer } from "./writing.preview.ts";
import {
  createIncoming,
  insertCards,
  insertFolders,
  lockChangedCards,
  lockImports,
  markUsedMedia,
  reserveCardIds,
  touchFolders,
  unlockImports,
  updateCards,
  updateDigests,
  updateGroups,
} from "./writing.queries.ts";

/** Rolls back the write of an import that has been cancelled meanwhile. */
class ImportCancelled extends Error {}

/** The share of the progress for reading the cards; the rest is for writing them. */
const READING_SHARE = 0.5;

const MEDIA_BATCH_BYTES = 4 * 1024 * 1024;
const MEDIA_BATCH_FILES = 100;

/**
 * Writes the contents of a file to an account in one transaction, which begins when the cards are in temporary tables.
 *
 * @returns Null if the import was cancelled.
 */
export async function writeImport(
  connection: Connection,
  task: BringTask,
  material: Material,
  reportProgress: (progress: Progress) => void,
): Promise<ImportResult | null> {
  // If the same file is imported twice at the same time, the second import must recognise the cards of the first.
  await lockImports(connection.orm, task.owner);
  try {
    return await writeLocked(connection, task, material, reportProgress);
  } finally {
    await unlockImports(connection.orm, task.owner);
  }
}

async function writeLocked(
  connection: Connection,
  task: BringTask,
  material: Material,
  reportProgress: (progress: Progress) => void,
): Promise<ImportResult | null> {
  const { orm, client } = connection;
  const { owner, limits } = task;
  await createIncoming(orm);
  const recognizer = await createAccountRecognizer(orm, task, material);
  const incoming = await readIncoming(client, task, material, recognizer, ({ done }) =>
    reportProgress({ done: Math.floor(done * READING_SHARE), total: 0 }),
  );
  const read = incoming.folderPlaces.length + incoming.updated + incoming.skipped;
  reportProgress({ done: Math.floor(read * READING_SHARE), total: read });
  const missing = await findMissingReviews(orm, owner, incoming);
  const reviews = incoming.log.size() + incoming.exactReviews + countOtherReviews(task, material);
  // Reserved before the transaction, so that ratings need not wait for its end.
  const lastReviewId = reviews === 0 ? 0 : await reserveReviewIds(orm, owner, reviews);
  return withinLimits({ db: orm, config: limits }, owner, ["folders", "cards"], async (transaction) => {
    const writing = { connection, transaction, task, material, incoming, lastReviewId };
    const { result, brought } = await writeRows(writing, missing);
    const change = { status: "done", result, brought, done: read, total: read } as const;
    const isWanted = await updateUncancelled(transaction, owner, task.importId, "running", change);
    if (!isWanted) throw new ImportCancelled();
    await deletePieces(transaction, owner, task.importId);
    return result;
  }).catch((error: unknown) => {
    if (error instanceof ImportCancelled) return null;
    throw error;
  });
}

async function writeRows(
  base: Writing,
  missing: Missing,
): Promise<{ result: ImportResult; brought: BroughtRows | null }> {
  const copied = await openCopied(base.transaction, base.task, base.material);
  const writing = copied === null ? base : { ...base, task: { ...base.task, moment: copied.moment } };
  const { transaction, task, incoming } = writing;
  const { owner, importId, moment } = task;
  const { now } = moment;
  const learner = await selectLearnerNow(transaction, owner);
  const places = new Set(incoming.folderPlaces);
  const made = incoming.folders.filter(({ id, place, copy }) => id === null && (copy !== null || places.has(place)));
  const madeIds = await insertFolders(transaction, owner, importId, made, now);
  const newFolderIds = new Map(made.map(({ place }, index) => [place, madeIds[index] as number]));
  const folderIds = incoming.folders.map(({ id, place }) => id ?? newFolderIds.get(place) ?? 0);
  const cardIds = orderBySource(incoming.sourceIds, await reserveCardIds(transaction));
  const ids = await mapCopiedIds(writing, copied, { cardIds, folderIds });
  const studied = await writeHistory(writing, learner, { cardIds, folderIds, copied: ids });
  const existing = incoming.folders.flatMap(({ id, place }) =>
    id !== null && incoming.touched.has(place) ? [id] : [],
  );
  await lockChangedCards(transaction, owner, existing, [...incoming.joined.keys(), ...missing.keys()]);
  await insertCards(transaction, owner, importId, { cardIds, folderIds }, now);
  if (incoming.updated > 0) await updateCards(transaction, owner, importId, now);
  // Marked before and after storing files, so that files that exist already are not deleted as unused meanwhile.
  await markUsedMedia(transaction, owner);
  await updateGroups(transaction, owner, incoming.joined);
  await touchFolders(transaction, owner, existing, now);
  const brought = copied && (await bringAccount(transaction, copied, ids));
  const media = task.options.media === false ? 0 : await writeMedia(writing);
  await markUsedMedia(transaction, owner);
  const merged = await mergeReviews(writing, learner, missing, studied.pending);
  if (incoming.updated > 0 || merged > 0) await updateDigests(transaction, owner, importId);
  if (!copied?.isEmpty || copied.account.past === null) {
    await writeStreakGaps(writing, copied?.isEmpty ? now : learner.joinedAt, studied);
  }
  if (copied && brought?.daysThrough) await bringPast(transaction, copied, ids);
  await writeLearner(writing, learner.version ?? 0, studied, merged);
  if (copied && brought?.daysThrough) await settleSince(transaction, copied);
  const { updated, skipped } = incoming;
  const reviews = studied.reviews + merged;
  return {
    result: { folders: made.length, cards: cardIds.length, updated, skipped, reviews, media, kept: 0 },
    brought,
  };
}

async function mapCopiedIds(
  { transaction, incoming }: Writing,
  copied: Copied | null,
  { cardIds, folderIds }: { cardIds: readonly number[]; folderIds: readonly number[] },
): Promise<CopiedIds> {
  const folderBySource = new Map(incoming.folders.map(({ copy, place }) => [copy?.id, folderIds[place]]));
  const cardBySource = new Map(incoming.sourceIds.map((source, place) => [source, cardIds[place]]));
  const folderOf = (source: number) => folderBySource.get(source);
  const sessions = copied && (await bringSessions(transaction, copied, folderOf));
  return { folderOf, addedCardOf: (source) => cardBySource.get(source), sessionOf: (source) => sessions?.get(source) };
}

/** Orders new cards from a copied account as they were there, because ids decide their order in lists and in study. */
function orderBySource(sourceIds: readonly number[], cardIds: readonly number[]): readonly number[] {
  if (sourceIds.length !== cardIds.length) return cardIds;
  const places = cardIds.map((_, place) => place);
  places.sort((a, b) => (sourceIds[a] as number) - (sourceIds[b] as number) || a - b);
  const ordered = [...cardIds];
  for (const [index, place] of places.entries()) ordered[place] = cardIds[index] as number;
  return ordered;
}

function countOtherReviews(task: BringTask, material: Material): number {
  if (task.options.history === false) return 0;
  let count = 0;
  for (const _review of findCopiedAccount(task, material)?.otherReviews() ?? []) count++;
  return count;
}

async function writeMedia({ transaction, task, material }: Writing): Promise<number> {
  const config = { mediaLimit: task.mediaLimit };
  let added = 0;
  let files: MediaFile[] = [];
  let bytes = 0;
  const store = async () => {
    if (files.length === 0) return;
    added += await storeMedia({ config }, transaction, task.owner, files, task.moment.now);
    files = [];
    bytes = 0;
  };
  for await (const file of material.media()) {
    files.push({ ...file, bytes: file.data.length });
    bytes += file.data.length;
    if (bytes > MEDIA_BATCH_BYTES || files.length === MEDIA_BATCH_FILES) await store();
  }
  await store();
  await recheckMediaLimit({ config }, transaction, task.owner, added);
  return added;
}

/** Adds streak gaps for days before the account existed on which cards were pending elsewhere. Later days are not changed. */
async function writeStreakGaps(
  { transaction, task, material }: Writing,
  joinedAt: Date,
  { pending }: Studied,
): Promise<void> {
  const { owner, moment } = task;
  const joined = localDateOf(new Date(joinedAt), moment);
  const known = await selectGapsBefore(transaction, owner, joined);
  const account = findCopiedAccount(task, material);
  const sourceGaps = account?.past?.gaps.filter(({ to }) => to < joined) ?? pending.ranges(dayOf(joined) - 1);
  const free = [
    ...known,
    ...(account?.breaks ?? []),
    ...(account?.sharedDates ?? []).map((date) => ({ from: date, to: date })),
  ];
  const gaps = free.reduce((ranges, gap) => withoutRange(ranges, gap), sourceGaps);
  if (gaps.length > 0) await insertPastGaps(transaction, owner, gaps);
}

/** Runs last, because ratings wait from here until the transaction ends. */
async function writeLearner(
  { transaction, task }: Writing,
  versionBefore: number,
  studied: Studied,
  merged: number,
): Promise<void> {
  const { owner, importId, moment } = task;
  await recountDays(transaction, owner, await selectImportedDates(transaction, owner, importId));
  await countDueDates(transaction, owner, moment.today);
  const reviews = studied.reviews + merged;
  if (reviews === 0) return;
  // `countDueDates` has incremented the version. If a card was rated meanwhile, the calibration is computed from the log.
  const isAlone = (await selectVersion(transaction, owner)) === versionBefore + 1;
  const calibration =
    studied.calibration !== null && isAlone && merged === 0
      ? {
          calibrationA: studied.calibration.a,
          calibrationB: studied.calibration.b,
          hardSinceForgotten: studied.calibration.hardSinceForgotten,
        }
      : await calibrateByLog(transaction, owner);
  await updateCalibration(transaction, owner, calibration, reviews);
}
