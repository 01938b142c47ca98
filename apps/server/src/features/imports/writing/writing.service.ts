import type { Material } from "@repasa/card-files/material.ts";
import type { MediaFile } from "@repasa/card-files/media/media-file.ts";
import type { ImportResult } from "@repasa/contract/imports.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { computeLocalDate } from "@repasa/scheduler/local-dates.ts";
import { withinLimits } from "#features/billing/billing.limits.ts";
import { refreshFollowed } from "#features/cards/followed/followed.service.ts";
import { listIds } from "#features/feed/feed.service.ts";
import { chooseColors } from "#features/folders/folders.faces.ts";
import { recheckMediaLimit, storeMedia } from "#features/media/media.service.ts";
import { lockDays, recountDays } from "#features/schedule/days/days.service.ts";
import { countDueDates } from "#features/schedule/schedule.load.ts";
import { toCalibrationColumns } from "#features/schedule/schedule.state.ts";
import type { Connection } from "#platform/db/pool.ts";
import { withoutRange } from "#platform/time/local-days.ts";
import type { ImportedRows } from "#schema/imports.ts";
import { storePace } from "../arriving/arriving.pace.ts";
import {
  insertPastGaps,
  reserveReviewIds,
  selectGapsBefore,
  selectImportedDates,
  selectLearner,
  selectVersion,
  updateCalibration,
} from "../history/history.queries.ts";
import { calibrateByLog } from "../imports.calibration.ts";
import { deleteLargeUndoData, deletePieces, updateUncancelled } from "../imports.queries.ts";
import type { Progress, WriteTask } from "../imports.task.ts";
import {
  addChangedSiblings,
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
} from "../incoming/incoming.queries.ts";
import { readIncoming, type Writing } from "../incoming/incoming.reading.ts";
import { findMissingReviews, type MissingReviews, mergeReviews } from "../merging/merging.service.ts";
import type { RestoredIds } from "../restoring/restoring.ids.ts";
import {
  findExportedAccount,
  importAccountRows,
  importPastDays,
  importSessions,
  prepareRestoration,
  type Restoration,
  settleLaterDays,
} from "../restoring/restoring.service.ts";
import { type WrittenHistory, writeHistory } from "./writing.history.ts";
import { createAccountRecognizer } from "./writing.preview.ts";

/** Thrown to roll back the transaction of an import that was cancelled meanwhile. */
class ImportCancelled extends Error {}

/** The share of reading the cards in the progress; writing them is the rest. */
const READING_SHARE = 0.5;

const NO_ROWS: ImportedRows = { exams: [], breaks: [], sessions: [], daysThrough: null };

/** The size of what undoing the imports of an account needs. That of the newest import is kept whatever its size. */
const MAX_UNDO_BYTES = 100_000_000;

const MEDIA_BATCH_BYTES = 4 * 1024 * 1024;
const MEDIA_BATCH_FILES = 100;

/**
 * Writes the contents of a file to an account in one transaction, which begins when the cards are in temporary tables.
 *
 * @returns Null if the import was cancelled.
 */
export async function writeImport(
  connection: Connection,
  task: WriteTask,
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
  task: WriteTask,
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
  const total = incoming.folderPlaces.length + incoming.updated + incoming.skipped;
  reportProgress({ done: Math.floor(total * READING_SHARE), total });
  const missing = await findMissingReviews(orm, owner, incoming);
  const reviews = incoming.log.size() + incoming.exactReviews + countOtherReviews(task, material);
  // Reserved before the transaction, so that ratings need not wait for its end.
  const lastReviewId = reviews === 0 ? 0 : await reserveReviewIds(orm, owner, reviews);
  return withinLimits({ db: orm, config: limits }, owner, ["folders", "cards"], async (transaction, noted) => {
    const writing = { connection, transaction, noted, task, material, incoming, lastReviewId };
    const { result, importedRows } = await writeRows(writing, missing);
    const change = { status: "done", result, brought: importedRows, done: total, total } as const;
    const isWanted = await updateUncancelled(transaction, owner, task.importId, "running", change);
    if (!isWanted) throw new ImportCancelled();
    await deletePieces(transaction, owner, task.importId);
    await deleteLargeUndoData(transaction, owner, task.importId, MAX_UNDO_BYTES);
    return result;
  }).catch((error: unknown) => {
    if (error instanceof ImportCancelled) return null;
    throw error;
  });
}

async function writeRows(
  base: Writing,
  missing: MissingReviews,
): Promise<{ result: ImportResult; importedRows: ImportedRows | null }> {
  const restoration = await prepareRestoration(base.transaction, base.task, base.material);
  const writing = restoration === null ? base : { ...base, task: { ...base.task, moment: restoration.moment } };
  const { transaction, noted, task, incoming } = writing;
  const { owner, importId, moment } = task;
  const { now } = moment;
  const { retention } = task.options;
  const stored = await selectLearner(transaction, owner);
  const learner = retention === undefined ? stored : { ...stored, desiredRetention: retention };
  const places = new Set(incoming.folderPlaces);
  const newFolders = incoming.folders.filter(
    ({ id, place, record }) => id === null && (record !== null || places.has(place)),
  );
  const colors = await chooseColors(
    transaction,
    owner,
    newFolders.map(({ name, record }) => ({ ...record, name })),
  );
  const coloured = newFolders.map((folder, index) => ({ ...folder, automaticColor: colors[index] ?? null }));
  const newFolderIds = await insertFolders(transaction, owner, importId, coloured, now);
  const newIdByPlace = new Map(newFolders.map(({ place }, index) => [place, newFolderIds[index] as number]));
  const folderIds = incoming.folders.map(({ id, place }) => id ?? newIdByPlace.get(place) ?? 0);
  const cardIds = orderBySource(incoming.sourceIds, await reserveCardIds(transaction));
  const restoredIds = await mapRestoredIds(writing, restoration, { cardIds, folderIds });
  const history = await writeHistory(writing, learner, { cardIds, folderIds, restoredIds });
  const existingFolderIds = incoming.folders.flatMap(({ id, place }) =>
    id !== null && incoming.touched.has(place) ? [id] : [],
  );
  if (incoming.updated > 0) await addChangedSiblings(transaction, owner);
  // All known folders of the file, because an exam of a copied account may get any of them.
  const knownFolderIds = incoming.folders.flatMap(({ id }) => (id === null ? [] : [id]));
  await lockChangedCards(transaction, owner, knownFolderIds, [...incoming.joined.keys(), ...missing.keys()]);
  await insertCards(transaction, owner, importId, { cardIds, folderIds }, now);
  if (incoming.updated > 0) await rewriteCards(writing);
  // Marked before and after storing files, so that files that exist already are not deleted as unused meanwhile.
  await markUsedMedia(transaction, owner);
  await updateGroups(transaction, owner, incoming.joined);
  await touchFolders(transaction, owner, existingFolderIds, now);
  noted.changed("folder", [...newFolderIds, ...existingFolderIds]);
  noted.changed("card", [...cardIds, ...incoming.joined.keys()]);
  const media = task.options.media === false ? 0 : await writeMedia(writing);
  await markUsedMedia(transaction, owner);
  // Days are locked before preferences, the same order as when they are settled and when a student changes preferences.
  await lockDays(transaction, owner);
  const restoredRows = restoration && (await importAccountRows(transaction, restoration, restoredIds));
  const pace = await storePace(transaction, task);
  const merged = await mergeReviews(writing, learner, missing, history.pending);
  // The preferences say whether the learner seems never to forget, which follows from the log.
  if (pace !== null || restoredRows !== null || history.reviews + merged > 0) noted.preferencesChanged();
  noted.changed("exam", listIds(restoredRows?.exams ?? []));
  if (incoming.updated > 0 || merged > 0) await updateDigests(transaction, owner, importId);
  if (!restoration?.isEmpty || restoration.account.past === null) {
    await writeStreakGaps(writing, restoration?.isEmpty ? now : learner.joinedAt, history);
  }
  if (restoration && restoredRows?.daysThrough) await importPastDays(transaction, restoration, restoredIds);
  await writeLearner(writing, learner.version ?? 0, history, merged);
  if (restoration && restoredRows?.daysThrough) await settleLaterDays(transaction, restoration);
  const { updated, skipped } = incoming;
  const reviews = history.reviews + merged;
  return {
    result: { folders: newFolders.length, cards: cardIds.length, updated, skipped, reviews, media, kept: 0 },
    importedRows: pace === null ? restoredRows : { ...(restoredRows ?? NO_ROWS), pace },
  };
}

const REFRESHED_CARDS = 1_000;

/** Gives known cards the texts of the file. */
async function rewriteCards({ transaction, noted, task }: Writing): Promise<void> {
  const { owner, importId, moment } = task;
  const ids = await updateCards(transaction, owner, importId, moment.now);
  noted.changed("card", ids);
  for (let from = 0; from < ids.length; from += REFRESHED_CARDS) {
    await refreshFollowed(transaction, owner, ids.slice(from, from + REFRESHED_CARDS), noted);
  }
}

async function mapRestoredIds(
  { transaction, incoming }: Writing,
  restoration: Restoration | null,
  { cardIds, folderIds }: { cardIds: readonly number[]; folderIds: readonly number[] },
): Promise<RestoredIds> {
  const folderBySource = new Map(incoming.folders.map(({ record, place }) => [record?.id, folderIds[place]]));
  const cardBySource = new Map(incoming.sourceIds.map((source, place) => [source, cardIds[place]]));
  const findFolderId = (source: number) => folderBySource.get(source);
  const sessions = restoration && (await importSessions(transaction, restoration, findFolderId));
  return {
    findFolderId,
    findAddedCardId: (source) => cardBySource.get(source),
    findSessionId: (source) => sessions?.get(source),
  };
}

/** Gives new cards ids in the order of the exported account, because ids decide their order in lists and in study. */
function orderBySource(sourceIds: readonly number[], cardIds: readonly number[]): readonly number[] {
  if (sourceIds.length !== cardIds.length) return cardIds;
  const places = cardIds.map((_, place) => place);
  places.sort((a, b) => (sourceIds[a] as number) - (sourceIds[b] as number) || a - b);
  const ordered = [...cardIds];
  for (const [index, place] of places.entries()) ordered[place] = cardIds[index] as number;
  return ordered;
}

function countOtherReviews(task: WriteTask, material: Material): number {
  if (task.options.history === false) return 0;
  let count = 0;
  for (const _review of findExportedAccount(task, material)?.otherReviews() ?? []) count++;
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

/** Adds streak gaps for days before the account existed on which cards were pending elsewhere. Does not change later days. */
async function writeStreakGaps(
  { transaction, task, material }: Writing,
  joinedAt: Date,
  { pending }: WrittenHistory,
): Promise<void> {
  const { owner, moment } = task;
  const joinedDate = computeLocalDate(new Date(joinedAt), moment);
  const known = await selectGapsBefore(transaction, owner, joinedDate);
  const account = findExportedAccount(task, material);
  const sourceGaps =
    account?.past?.gaps.filter(({ to }) => to < joinedDate) ?? pending.ranges(toDayNumber(joinedDate) - 1);
  const excluded = [
    ...known,
    ...(account?.breaks ?? []),
    ...(account?.sharedDates ?? []).map((date) => ({ from: date, to: date })),
  ];
  const gaps = excluded.reduce((ranges, range) => withoutRange(ranges, range), sourceGaps);
  if (gaps.length > 0) await insertPastGaps(transaction, owner, gaps);
}

/** Updates what is computed from the log. Runs last, because ratings wait from here until the transaction ends. */
async function writeLearner(
  { transaction, task }: Writing,
  versionBefore: number,
  history: WrittenHistory,
  merged: number,
): Promise<void> {
  const { owner, importId, moment } = task;
  await recountDays(transaction, owner, await selectImportedDates(transaction, owner, importId));
  await countDueDates(transaction, owner, moment.today);
  const reviews = history.reviews + merged;
  if (reviews === 0) return;
  // `countDueDates` has incremented the version. If a card was rated meanwhile, the calibration is computed from the log.
  const isUnrated = (await selectVersion(transaction, owner)) === versionBefore + 1;
  const calibration =
    history.calibration !== null && isUnrated && merged === 0
      ? toCalibrationColumns(history.calibration)
      : await calibrateByLog(transaction, owner);
  await updateCalibration(transaction, owner, calibration, reviews);
}
