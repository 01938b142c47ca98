import { refoldLog } from "#features/memory/memory.service.ts";
import { toCalibration, toLearner } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { ReviewRow, StoredSchedule } from "#schema/schedule.ts";
import type { PendingDays } from "../history/history.fold.ts";
import type { CollectedReview } from "../history/history.log.ts";
import { type ImportingLearner, reserveReviewIds, selectKnownReviewIds } from "../history/history.queries.ts";
import { calibrateByLog } from "../imports.calibration.ts";
import { copyRows } from "../incoming/incoming.copy.ts";
import { reviewsCopy } from "../incoming/incoming.queries.ts";
import type { Incoming, Writing } from "../incoming/incoming.reading.ts";
import { formatReviewRow } from "../incoming/incoming.reviews.ts";
import { collectReappliedIds, foldMerged, type MergedLog, mergeLog } from "./merging.fold.ts";
import { findUnknownReviews } from "./merging.match.ts";
import {
  deleteReapplied,
  insertStatesBefore,
  selectInstants,
  selectLogs,
  selectMergedCards,
  updateSchedules,
} from "./merging.queries.ts";

const PAGE_SIZE = 1_000;

/** The reviews of known cards that are in a file but not in the cards' logs, by card id. */
export type MissingReviews = ReadonlyMap<number, readonly CollectedReview[]>;

/** Finds the reviews of known cards that their logs do not have. */
export async function findMissingReviews(
  db: Queryable,
  owner: OwnerId,
  { known: { log, cardIds } }: Pick<Incoming, "known">,
): Promise<MissingReviews> {
  const missing = new Map<number, readonly CollectedReview[]>();
  let page = new Map<number, CollectedReview[]>();
  const checkPage = async () => {
    for (const [cardId, reviews] of await selectMissing(db, owner, page)) missing.set(cardId, reviews);
    page = new Map();
  };
  for (const review of log.byPlace()) {
    const cardId = cardIds[review.place] as number;
    const reviews = page.get(cardId);
    if (reviews) reviews.push(review);
    else {
      if (page.size === PAGE_SIZE) await checkPage();
      page.set(cardId, [review]);
    }
  }
  if (page.size > 0) await checkPage();
  return missing;
}

async function selectMissing(
  db: Queryable,
  owner: OwnerId,
  page: ReadonlyMap<number, readonly CollectedReview[]>,
): Promise<MissingReviews> {
  const instants = await selectInstants(db, owner, [...page.keys()]);
  const unknown = [...page].map(([id, reviews]) => [id, findUnknownReviews(reviews, instants.get(id) ?? [])] as const);
  const ids = unknown.flatMap(([, reviews]) => reviews.map(({ reviewId }) => reviewId));
  // An earlier import may have added these reviews to a card that has been deleted since.
  const elsewhere = new Set(ids.length === 0 ? [] : await selectKnownReviewIds(db, owner, ids));
  return new Map(
    unknown
      .map(([id, reviews]) => [id, reviews.filter(({ reviewId }) => !elsewhere.has(reviewId))] as const)
      .filter(([, reviews]) => reviews.length > 0),
  );
}

/**
 * Adds reviews to the logs of known cards, whose schedules become the fold of both. Reviews that were given here later are
 * reapplied after them. The cards are locked until the transaction ends, so their ratings wait.
 *
 * @returns The number of reviews added. If there are any, the caller has to recompute the calibration from the log.
 */
export async function mergeReviews(
  { connection, transaction, noted, task }: Writing,
  stored: ImportingLearner,
  missing: MissingReviews,
  pending: PendingDays,
): Promise<number> {
  if (missing.size === 0) return 0;
  const { owner, importId, moment, settings } = task;
  const learner = toLearner(stored, settings);
  const logs = await readLogs(transaction, owner, missing, (card, log, reviews) => {
    noted.changed("card", [card.id]);
    // A card that was new may be studied now, and its folder says whether it has studied cards.
    noted.changed("folder", [card.folderId]);
    return mergeLog(card, log, reviews, learner, moment);
  });
  const reapplied = collectReappliedIds(logs.values());
  await insertStatesBefore(transaction, owner, importId, [...logs.keys()], reapplied);
  await deleteReapplied(transaction, owner, reapplied);
  const added = [...logs.keys()].reduce((sum, id) => sum + (missing.get(id)?.length ?? 0), 0);
  let id = await reserveReviewIds(transaction, owner, added + reapplied.length);
  const calibration = toCalibration(await calibrateByLog(transaction, owner));
  const states = new Map<number, StoredSchedule>();
  const folded = foldMerged([...logs.values()], { ...learner, calibration }, moment, importId, states, pending);
  const rows = folded.map((review) => formatReviewRow(owner, ++id, review));
  await copyRows(connection.client, reviewsCopy, rows);
  await writeSchedules(transaction, owner, logs, states);
  await refoldLog(transaction, owner, new Set(logs.keys()));
  return added;
}

async function readLogs(
  db: Queryable,
  owner: OwnerId,
  missing: MissingReviews,
  merge: (...args: [Parameters<typeof mergeLog>[0], ReviewRow[], readonly CollectedReview[]]) => MergedLog,
): Promise<Map<number, MergedLog>> {
  const logs = new Map<number, MergedLog>();
  const ids = [...missing.keys()];
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    const page = ids.slice(from, from + PAGE_SIZE);
    const rows = Map.groupBy(await selectLogs(db, owner, page), ({ cardId }) => cardId);
    for (const card of await selectMergedCards(db, owner, page)) {
      logs.set(card.id, merge(card, rows.get(card.id) ?? [], missing.get(card.id) ?? []));
    }
  }
  return logs;
}

async function writeSchedules(
  db: Queryable,
  owner: OwnerId,
  logs: ReadonlyMap<number, MergedLog>,
  states: ReadonlyMap<number, StoredSchedule>,
): Promise<void> {
  const changed = [...states]
    .filter(([id]) => logs.get(id)?.determinesSchedule)
    .map(([id, state]) => ({ ...state, id }));
  for (let from = 0; from < changed.length; from += PAGE_SIZE) {
    await updateSchedules(db, owner, changed.slice(from, from + PAGE_SIZE));
  }
}
