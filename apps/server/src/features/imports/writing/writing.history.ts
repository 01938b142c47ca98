import type { ExactReview } from "@repasa/card-files/material.ts";
import type { Calibration } from "@repasa/scheduler/calibration.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { hasReviews } from "#features/schedule/schedule.service.ts";
import { scheduleColumnNames, toLearner } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { StoredSchedule } from "#schema/schedule.ts";
import { createPendingDays, type FoldedReview, foldReviews, type PendingDays } from "../history/history.fold.ts";
import { type ImportingLearner, selectKnownReviewIds, selectOtherInstants } from "../history/history.queries.ts";
import { computeScheduleWithoutLog, toStoredSchedule } from "../history/history.schedule.ts";
import { readStorableCards } from "../incoming/incoming.cards.ts";
import { copyRows, formatCopyRow } from "../incoming/incoming.copy.ts";
import { exactReviewsCopy, insertExactReviews, reviewsCopy, statesCopy } from "../incoming/incoming.queries.ts";
import type { Incoming, Writing } from "../incoming/incoming.reading.ts";
import { formatReviewRow } from "../incoming/incoming.reviews.ts";
import { type RestoredIds, toDeletedId } from "../restoring/restoring.ids.ts";
import { findExportedAccount } from "../restoring/restoring.service.ts";

const PAGE_SIZE = 5_000;

/** The result of writing reviews and schedules. `calibration` is null if it has to be computed from the log. */
export type WrittenHistory = {
  reviews: number;
  calibration: Calibration | null;
  /** The days that ended with something pending, computed from the reviews. */
  pending: PendingDays;
};

/** The new ids by place, and the mapping of the ids of a copied account. */
type Ids = {
  readonly cardIds: readonly number[];
  readonly folderIds: readonly number[];
  readonly restoredIds: RestoredIds;
};

/** Writes the reviews of added cards, and their schedules into the table `states`. */
export async function writeHistory(writing: Writing, stored: ImportingLearner, ids: Ids): Promise<WrittenHistory> {
  const { connection, task, incoming } = writing;
  const { moment } = task;
  const states = new Map<number, StoredSchedule>();
  const pending = createPendingDays();
  const learner = toLearner(stored, task.settings);
  const folded = await writeLog(writing, learner, ids, states, pending);
  const exactCount = await writeExactReviews(writing, ids, states, pending);
  const today = toDayNumber(moment.today);
  for (const [place, { nextReviewDate }] of states) {
    const isPending = nextReviewDate !== null && !incoming.isNew.has(place) && !incoming.suspended.has(place);
    if (isPending) pending.add(toDayNumber(nextReviewDate), today - 1);
  }
  for (const place of incoming.isNew) states.delete(place);
  for (const [place, schedule] of incoming.schedules) {
    states.set(place, computeScheduleWithoutLog(schedule, learner, moment));
  }
  await copyRows(connection.client, statesCopy, formatStateRows(states));
  return {
    reviews: folded.reviews + (exactCount ?? 0),
    calibration: exactCount === null ? folded.calibration : null,
    pending,
  };
}

async function writeLog(
  { connection, transaction, task, incoming, lastReviewId }: Writing,
  learner: Learner,
  { cardIds, folderIds }: Ids,
  states: Map<number, StoredSchedule>,
  pending: PendingDays,
): Promise<{ reviews: number; calibration: Calibration }> {
  const { owner, importId, moment } = task;
  const { log, folderPlaces } = incoming;
  let { calibration } = learner;
  let reviews = 0;
  if (log.size() === 0) return { reviews, calibration };
  const known = await findKnownReviewIds(transaction, owner, incoming);
  const formatRow = (review: FoldedReview): string =>
    formatReviewRow(owner, lastReviewId + reviews, {
      ...review,
      cardId: cardIds[review.place] as number,
      folderId: folderIds[folderPlaces[review.place] as number] as number,
      timeZone: moment.timeZone,
      mode: "flip",
      hints: 0,
      confusedWith: null,
      studySessionId: null,
      undoneAt: null,
      undoneDate: null,
      importId,
    });
  function* rows(): Generator<string> {
    const folded = foldReviews(log.inOrder(), learner, moment, states, pending);
    for (let next = folded.next(); ; next = folded.next()) {
      if (next.done) {
        calibration = next.value;
        return;
      }
      if (known.has(next.value.reviewId)) continue;
      // A file may hold a review twice, and review ids are unique.
      known.add(next.value.reviewId);
      reviews++;
      yield formatRow(next.value);
    }
  }
  await copyRows(connection.client, reviewsCopy, rows());
  return { reviews, calibration };
}

/**
 * Returns the ids of the file's reviews that the account already has. They were imported before or given here, for a card that
 * has since been deleted or is now added again.
 */
async function findKnownReviewIds(
  db: Queryable,
  owner: OwnerId,
  { log, readdedCardIds }: Pick<Incoming, "log" | "readdedCardIds">,
): Promise<Set<string>> {
  const known = new Set<string>();
  if (!(await hasReviews(db, owner))) return known;
  const instants = new Set(await selectOtherInstants(db, owner, readdedCardIds));
  let page: string[] = [];
  const checkPage = async () => {
    for (const id of page.length === 0 ? [] : await selectKnownReviewIds(db, owner, page)) known.add(id);
    page = [];
  };
  for (const { reviewId, at } of log.inOrder()) {
    if (instants.has(at)) known.add(reviewId);
    else if (page.push(reviewId) === PAGE_SIZE) await checkPage();
  }
  await checkPage();
  return known;
}

/** Writes the schedules and reviews of a Repasa export unchanged. Returns the number of reviews added; null for any other file. */
async function writeExactReviews(
  { connection, transaction, task, material, incoming, lastReviewId }: Writing,
  { cardIds, folderIds, restoredIds }: Ids,
  states: Map<number, StoredSchedule>,
  pending: PendingDays,
): Promise<number | null> {
  const { owner, importId, options } = task;
  const { exactPlaces, folderPlaces } = incoming;
  const account = findExportedAccount(task, material);
  if (exactPlaces.length === 0 && account === null) return null;
  if (options.history === false) return 0;
  const findConfused = ({ confusedWith }: ExactReview): number | null =>
    confusedWith === null ? null : (restoredIds.findAddedCardId(confusedWith) ?? toDeletedId(confusedWith));
  const formatRow = (review: ExactReview, cardId: number, folderId: number): string => {
    const { nextReviewDate } = review.stateBefore;
    const isInEffect = review.undoneAt === null;
    if (isInEffect && nextReviewDate !== null)
      pending.add(toDayNumber(nextReviewDate), toDayNumber(review.localDate) - 1);
    const session = review.studySessionId == null ? null : (restoredIds.findSessionId(review.studySessionId) ?? null);
    return formatCopyRow([
      ...[review.order, owner, review.reviewId, cardId, folderId],
      ...[review.difficulty, review.answerResult, review.grade],
      ...[review.reviewedAt, review.timeZone, review.localDate, review.dueBefore, review.practice],
      ...[review.retrievability, JSON.stringify(review.stateBefore), JSON.stringify(review.stateAfter)],
      ...[review.durationMs, session, review.undoneAt, review.undoneDate, importId, review.mode],
      ...[review.hints, findConfused(review)],
    ]);
  };
  /** Returns the id of the folder that the card was in at the time of the review. */
  const getFolderId = ({ folderId }: ExactReview, current: number): number =>
    account === null || folderId === undefined
      ? current
      : (restoredIds.findFolderId(folderId) ?? toDeletedId(folderId));
  function* rows(): Generator<string> {
    let nth = 0;
    for (const { exact } of readStorableCards(material)) {
      const place = exact === null ? -1 : (exactPlaces[nth++] as number);
      if (exact === null || place < 0) continue;
      if (exact.schedule.nextReviewDate !== null) states.set(place, toStoredSchedule(exact.schedule));
      const currentFolderId = folderIds[folderPlaces[place] as number] as number;
      for (const review of exact.reviews)
        yield formatRow(review, cardIds[place] as number, getFolderId(review, currentFolderId));
    }
    for (const review of account?.otherReviews() ?? []) {
      yield formatRow(review, toDeletedId(review.cardId), getFolderId(review, toDeletedId(0)));
    }
  }
  await copyRows(connection.client, exactReviewsCopy, rows());
  return insertExactReviews(transaction, owner, lastReviewId);
}

function* formatStateRows(states: ReadonlyMap<number, StoredSchedule>): Generator<string> {
  for (const [place, state] of states) yield formatCopyRow([place, ...scheduleColumnNames.map((name) => state[name])]);
}
