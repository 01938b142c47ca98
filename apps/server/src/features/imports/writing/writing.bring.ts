import type { ImportResult } from "@repasa/contract/imports.ts";
import type { Connection } from "#db/pool.ts";
import { withinLimits } from "#features/billing/billing.service.ts";
import { type MediaFile, settleMedia, storeMedia } from "#features/media/media.service.ts";
import { countDueDates, recountDays } from "#features/schedule/schedule.service.ts";
import { localDateOf, withoutRange } from "#local-days.ts";
import { calibrationOfLog } from "../history/history.calibration.ts";
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
import type { Material } from "../imports.material.ts";
import { deletePieces, updateUncancelled } from "../imports.queries.ts";
import type { BringTask, Progress } from "../imports.task.ts";
import { readIncoming, type Writing } from "./writing.incoming.ts";
import { recognizerOf } from "./writing.preview.ts";
import {
  createIncoming,
  insertCards,
  insertFolders,
  lockChanged,
  lockImports,
  markUsedMedia,
  placeCards,
  touchFolders,
  unlockImports,
  updateCards,
  updateGroups,
} from "./writing.queries.ts";

/** What rolls back a write that is not wanted any more. */
class GivenUp extends Error {}

/** Which part of the work it is to read the cards; the rest is to write them. */
const READING_SHARE = 0.5;

const MEDIA_AT_ONCE = 4 * 1024 * 1024;
const FILES_AT_ONCE = 100;

/**
 * Writes what a file holds into an account, all or nothing: one transaction, which begins when the cards lie in tables of this
 * connection alone. Null if it is not wanted any more.
 */
export async function bringIn(
  connection: Connection,
  task: BringTask,
  material: Material,
  tell: (progress: Progress) => void,
): Promise<ImportResult | null> {
  // Of two imports of one file, the second one is to know the cards of the first.
  await lockImports(connection.orm, task.owner);
  try {
    return await bringAlone(connection, task, material, tell);
  } finally {
    await unlockImports(connection.orm, task.owner);
  }
}

async function bringAlone(
  connection: Connection,
  task: BringTask,
  material: Material,
  tell: (progress: Progress) => void,
): Promise<ImportResult | null> {
  const { orm, client } = connection;
  const { owner, limits } = task;
  await createIncoming(orm);
  const recognizer = await recognizerOf(orm, task);
  const incoming = await readIncoming(client, task, material, recognizer, ({ done }) =>
    tell({ done: Math.floor(done * READING_SHARE), total: 0 }),
  );
  const read = incoming.folderPlaces.length + incoming.updated + incoming.skipped;
  tell({ done: Math.floor(read * READING_SHARE), total: read });
  const reviews = incoming.log.size() + incoming.exactReviews;
  // Before the transaction, or ratings would wait for its end.
  const lastReviewId = reviews === 0 ? 0 : await reserveReviewIds(orm, owner, reviews);
  return withinLimits({ db: orm, config: limits }, owner, ["folders", "cards"], async (transaction) => {
    const result = await write({ connection, transaction, task, material, incoming, lastReviewId });
    const change = { status: "done", result, done: read, total: read } as const;
    const isWanted = await updateUncancelled(transaction, owner, task.importId, "running", change);
    if (!isWanted) throw new GivenUp();
    await deletePieces(transaction, owner, task.importId);
    return result;
  }).catch((error: unknown) => {
    if (error instanceof GivenUp) return null;
    throw error;
  });
}

async function write(writing: Writing): Promise<ImportResult> {
  const { transaction, task, incoming } = writing;
  const { owner, importId, moment } = task;
  const { now } = moment;
  const learner = await selectLearnerNow(transaction, owner);
  const places = new Set(incoming.folderPlaces);
  const made = incoming.folders.filter(({ id, place }) => id === null && places.has(place));
  const names = made.map(({ name }) => name);
  const madeIds = await insertFolders(transaction, owner, importId, names, now);
  const idOf = new Map(made.map(({ place }, index) => [place, madeIds[index] as number]));
  const folderIds = incoming.folders.map(({ id, place }) => id ?? idOf.get(place) ?? 0);
  const cardIds = await placeCards(transaction);
  const studied = await writeHistory(writing, learner, { cardIds, folderIds });
  const existing = incoming.folders.flatMap(({ id, place }) =>
    id !== null && incoming.touched.has(place) ? [id] : [],
  );
  await lockChanged(transaction, owner, existing, [...incoming.joined.keys()]);
  await insertCards(transaction, owner, importId, { cardIds, folderIds }, now);
  if (incoming.updated > 0) await updateCards(transaction, owner, importId, now);
  // What is here already must not be removed as unused meanwhile.
  await markUsedMedia(transaction, owner);
  await updateGroups(transaction, owner, incoming.joined);
  await touchFolders(transaction, owner, existing, now);
  await writeGaps(writing, learner.joinedAt, studied);
  const media = task.options.media === false ? 0 : await writeMedia(writing);
  await markUsedMedia(transaction, owner);
  await writeLearner(writing, learner.version ?? 0, studied);
  return {
    folders: made.length,
    cards: cardIds.length,
    updated: incoming.updated,
    skipped: incoming.skipped,
    reviews: studied.reviews,
    media,
    kept: 0,
  };
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
    if (bytes > MEDIA_AT_ONCE || files.length === FILES_AT_ONCE) await store();
  }
  await store();
  await settleMedia({ config }, transaction, task.owner, added);
  return added;
}

/** Where something had been pending elsewhere, days without a review end streaks; days here are not touched. */
async function writeGaps({ transaction, task }: Writing, joinedAt: Date, { pending }: Studied): Promise<void> {
  const { owner, moment } = task;
  const joined = localDateOf(new Date(joinedAt), moment);
  const known = await selectGapsBefore(transaction, owner, joined);
  const gaps = known.reduce((ranges, gap) => withoutRange(ranges, gap), pending(joined));
  if (gaps.length > 0) await insertPastGaps(transaction, owner, gaps);
}

/** Last, because ratings wait from here on. */
async function writeLearner({ transaction, task }: Writing, versionBefore: number, studied: Studied): Promise<void> {
  const { owner, importId, moment } = task;
  await recountDays(transaction, owner, await selectImportedDates(transaction, owner, importId));
  await countDueDates(transaction, owner, moment.today);
  if (studied.reviews === 0) return;
  // Counting has moved the version by one. If something was rated meanwhile, the log knows what both come to.
  const isAlone = (await selectVersion(transaction, owner)) === versionBefore + 1;
  const calibration =
    studied.calibration !== null && isAlone
      ? {
          calibrationA: studied.calibration.a,
          calibrationB: studied.calibration.b,
          hardSinceForgotten: studied.calibration.hardSinceForgotten,
        }
      : await calibrationOfLog(transaction, owner);
  await updateCalibration(transaction, owner, calibration, studied.reviews);
}
