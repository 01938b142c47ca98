import type { Calibration } from "@repasa/scheduler/calibration.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import type { Queryable } from "#db/pool.ts";
import { learnerOf, type StoredSchedule, scheduleColumnNames } from "#features/schedule/schedule.service.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { cardsOf } from "../writing/writing.cards.ts";
import { copyRow, copyRows } from "../writing/writing.copy.ts";
import type { Incoming, Writing } from "../writing/writing.incoming.ts";
import { exactReviewsCopy, insertExactReviews, reviewsCopy, statesCopy } from "../writing/writing.queries.ts";
import { createPendingDays, type FoldedReview, foldReviews } from "./history.fold.ts";
import { hasReviews, type LearnerNow, selectKnownReviewIds } from "./history.queries.ts";
import { exactSchedule, scheduleWithoutLog } from "./history.schedule.ts";

const PAGE = 5_000;

/** What writing reviews and schedules came to. `calibration` is null where only the log can tell it. */
export type Studied = {
  reviews: number;
  calibration: Calibration | null;
  /** The ranges of dates before one that ended with something pending, as the reviews tell. */
  pending: (before: LocalDate) => { from: LocalDate; to: LocalDate }[];
};

type Ids = { readonly cardIds: readonly number[]; readonly folderIds: readonly number[] };

/** Writes the reviews of the cards that are added, and puts their schedules into the table `states`. */
export async function writeHistory(writing: Writing, stored: LearnerNow, ids: Ids): Promise<Studied> {
  const { connection, task, incoming } = writing;
  const { moment } = task;
  const states = new Map<number, StoredSchedule>();
  const pending = createPendingDays();
  const learner = learnerOf(stored, task.settings);
  const folded = await writeLog(writing, learner, ids, states, pending);
  const exact = await writeExact(writing, ids, states);
  const today = dayOf(moment.today);
  for (const [place, { nextReviewDate }] of states) {
    const waits = nextReviewDate !== null && !incoming.isNew.has(place) && !incoming.suspended.has(place);
    if (waits && exact === null) pending.add(dayOf(nextReviewDate), today - 1);
  }
  for (const place of incoming.isNew) states.delete(place);
  for (const [place, schedule] of incoming.schedules) {
    states.set(place, scheduleWithoutLog(schedule, learner.model, moment));
  }
  await copyRows(connection.client, statesCopy, stateRows(states));
  return {
    reviews: folded.reviews + (exact ?? 0),
    calibration: exact === null ? folded.calibration : null,
    pending: (before) => pending.ranges(dayOf(before) - 1),
  };
}

async function writeLog(
  { connection, transaction, task, incoming, lastReviewId }: Writing,
  learner: Learner,
  { cardIds, folderIds }: Ids,
  states: Map<number, StoredSchedule>,
  pending: ReturnType<typeof createPendingDays>,
): Promise<{ reviews: number; calibration: Calibration }> {
  const { owner, importId, moment } = task;
  const { log, folderPlaces } = incoming;
  let { calibration } = learner;
  let reviews = 0;
  if (log.size() === 0) return { reviews, calibration };
  const known = await knownIds(transaction, owner, log);
  const rowOf = (review: FoldedReview): string =>
    copyRow([
      ...[lastReviewId + reviews, owner, review.reviewId, cardIds[review.place] as number],
      ...[
        folderIds[folderPlaces[review.place] as number] as number,
        review.difficulty,
        review.answerResult,
        review.grade,
      ],
      ...[
        review.reviewedAt,
        moment.timeZone,
        review.localDate,
        review.dueBefore,
        review.practice,
        review.retrievability,
      ],
      ...[
        JSON.stringify(review.stateBefore),
        JSON.stringify(review.stateAfter),
        review.durationMs,
        null,
        null,
        importId,
      ],
    ]);
  function* rows(): Generator<string> {
    const folded = foldReviews(log.inOrder(), learner, moment, states, pending);
    for (let next = folded.next(); ; next = folded.next()) {
      if (next.done) {
        calibration = next.value;
        return;
      }
      if (known.has(next.value.reviewId)) continue;
      // Known twice in one file, too: the database takes each once.
      known.add(next.value.reviewId);
      reviews++;
      yield rowOf(next.value);
    }
  }
  await copyRows(connection.client, reviewsCopy, rows());
  return { reviews, calibration };
}

/** Those of the log's reviews that an earlier import has brought. */
async function knownIds(db: Queryable, owner: OwnerId, log: Incoming["log"]): Promise<Set<string>> {
  const known = new Set<string>();
  if (!(await hasReviews(db, owner))) return known;
  let page: string[] = [];
  const look = async () => {
    for (const id of page.length === 0 ? [] : await selectKnownReviewIds(db, owner, page)) known.add(id);
    page = [];
  };
  for (const { reviewId } of log.inOrder()) {
    if (page.push(reviewId) === PAGE) await look();
  }
  await look();
  return known;
}

/** Of our own files: schedules and reviews as they were. Null for any other file. */
async function writeExact(
  { connection, transaction, task, material, incoming, lastReviewId }: Writing,
  { cardIds, folderIds }: Ids,
  states: Map<number, StoredSchedule>,
): Promise<number | null> {
  const { owner, importId, options } = task;
  const { exactPlaces, folderPlaces } = incoming;
  if (exactPlaces.length === 0) return null;
  if (options.history === false) return 0;
  function* rows(): Generator<string> {
    let nth = 0;
    for (const { exact } of cardsOf(material)) {
      const place = exact === null ? -1 : (exactPlaces[nth++] as number);
      if (exact === null || place < 0) continue;
      if (exact.schedule.nextReviewDate !== null) states.set(place, exactSchedule(exact.schedule));
      const ids = [cardIds[place] as number, folderIds[folderPlaces[place] as number] as number] as const;
      for (const review of exact.reviews) {
        yield copyRow([
          ...[review.order, owner, review.reviewId, ...ids, review.difficulty, review.answerResult, review.grade],
          ...[review.reviewedAt, review.timeZone, review.localDate, review.dueBefore, review.practice],
          ...[review.retrievability, JSON.stringify(review.stateBefore), JSON.stringify(review.stateAfter)],
          ...[review.durationMs, review.undoneAt, review.undoneDate, importId],
        ]);
      }
    }
  }
  await copyRows(connection.client, exactReviewsCopy, rows());
  return insertExactReviews(transaction, owner, lastReviewId);
}

function* stateRows(states: ReadonlyMap<number, StoredSchedule>): Generator<string> {
  for (const [place, state] of states) yield copyRow([place, ...scheduleColumnNames.map((name) => state[name])]);
}
