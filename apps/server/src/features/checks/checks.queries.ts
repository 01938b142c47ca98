import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { isStillMoved } from "#features/exams/moving/moving.queries.ts";
import { hasMovedCard } from "#features/schedule/schedule.queries.ts";
import { and, asc, eq, gt, isNull, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { users } from "#schema/auth.ts";
import { cardMedia, cards, cardTexts } from "#schema/cards.ts";
import { examMoves, exams, type StoredForecast } from "#schema/exams.ts";
import { media, mediaData } from "#schema/media.ts";
import {
  type LoggedState,
  reviews,
  type StoredCalibration,
  type StoredSchedule,
  sharedDates,
  streakGaps,
  userDays,
  userScheduling,
} from "#schema/schedule.ts";

// ---- Users ----

export async function selectOwners(db: Queryable, after: OwnerId | null, limit: number): Promise<OwnerId[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} > ${after ?? 0}`)
    .orderBy(asc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Makes ratings and undos wait for the transaction. Those that have already read start over. */
export async function lockRatings(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(sql`
    select count(*) from (select 1 from ${cards} where user_id = ${owner} order by id for update) as locked`);
  // The same order of locks as in settling and imports.
  await db.execute(sql`select 1 from ${userDays} where user_id = ${owner} for update`);
  await db
    .update(userScheduling)
    .set({ version: sql`${userScheduling.version} + 1` })
    .where(eq(userScheduling.userId, owner));
}

// ---- Schedules ----

/** A card with its last review that was not undone, and its first review. */
export type CheckedCard = StoredSchedule & {
  id: number;
  folderId: number;
  /** The due date without the exam that has moved it earlier; null if none has. */
  unmoved: { nextReviewAt: string; nextReviewDate: LocalDate; interval: number } | null;
  last: { id: number; state: LoggedState; imported: boolean } | null;
  first: { state: LoggedState; imported: boolean } | null;
};

export async function selectCardsWithLog(db: Queryable, owner: OwnerId, after: number, limit: number) {
  const ofCard = sql`from ${reviews} as review where review.user_id = ${owner} and review.card_id = ${cards.id} and ${hasMovedCard}`;
  const rows = await db
    .select({
      id: cards.id,
      folderId: cards.folderId,
      difficulty: cards.difficulty,
      reviewCount: cards.reviewCount,
      lastReviewedAt: cards.lastReviewedAt,
      lastReviewDate: cards.lastReviewDate,
      nextReviewAt: cards.nextReviewAt,
      nextReviewDate: cards.nextReviewDate,
      interval: cards.interval,
      easeFactor: cards.easeFactor,
      stability: cards.stability,
      memoryDifficulty: cards.memoryDifficulty,
      unmoved: sql<CheckedCard["unmoved"]>`(
        select json_build_object('nextReviewAt', ${examMoves.nextReviewAt}, 'nextReviewDate', ${examMoves.nextReviewDate},
          'interval', ${examMoves.interval})
        from ${examMoves} where ${examMoves.userId} = ${owner} and ${isStillMoved})`,
      last: sql<CheckedCard["last"]>`(
        select json_build_object('id', review.id, 'state', state_after, 'imported', import_id is not null)
        ${ofCard} and undone_at is null order by review.id desc limit 1)`,
      first: sql<CheckedCard["first"]>`(
        select json_build_object('state', state_before, 'imported', import_id is not null)
        ${ofCard} order by review.id limit 1)`,
    })
    .from(cards)
    .where(and(eq(cards.userId, owner), gt(cards.id, after)))
    .orderBy(asc(cards.id))
    .limit(limit);
  return rows satisfies CheckedCard[];
}

export async function updateSchedule(
  db: Queryable,
  owner: OwnerId,
  cardId: number,
  schedule: StoredSchedule,
): Promise<void> {
  await db
    .update(cards)
    .set(schedule)
    .where(isOwn(cards, owner, { id: cardId }));
}

export async function selectLearnerRow(db: Queryable, owner: OwnerId) {
  const [row] = await db
    .select({
      calibrationA: userScheduling.calibrationA,
      calibrationB: userScheduling.calibrationB,
      hardSinceForgotten: userScheduling.hardSinceForgotten,
      recalledCount: userScheduling.recalledCount,
      hardRecalledCount: userScheduling.hardRecalledCount,
      recalledInARow: userScheduling.recalledInARow,
      foldedThrough: userScheduling.foldedThrough,
      weights: sql<string | null>`${userScheduling.weights}::text`,
      dueCounts: userScheduling.dueCounts,
      dueCountsFrom: userScheduling.dueCountsFrom,
    })
    .from(userScheduling)
    .where(eq(userScheduling.userId, owner));
  return row;
}

export async function updateCalibration(db: Queryable, owner: OwnerId, calibration: StoredCalibration) {
  await db.update(userScheduling).set(calibration).where(eq(userScheduling.userId, owner));
}

export async function clearCalibrationPoint(db: Queryable, owner: OwnerId): Promise<void> {
  await db.update(userScheduling).set({ calibratedThrough: null }).where(eq(userScheduling.userId, owner));
}

// ---- Days ----

export type StoredDays = {
  /** Null if no day is settled. */
  settled: LocalDate | null;
  /** The date up to which days are stored; null if none are. */
  stored: LocalDate | null;
  /** The date of the latest rating that was not imported. */
  lastRated: LocalDate | null;
  gaps: DateRange[];
  /** Dates of shares that are not settled. */
  unsettledShares: LocalDate[];
};

export async function selectDays(db: Queryable, owner: OwnerId): Promise<StoredDays> {
  const { rows } = await db.execute<
    Omit<StoredDays, "gaps" | "unsettledShares"> & { gaps: string; shares: string }
  >(sql`
    select settled::text, stored::text, (
        select max(local_date)::text from ${reviews} where user_id = ${owner} and import_id is null
      ) as "lastRated", (
        select coalesce(json_agg(json_build_object('from', from_date, 'to', to_date) order by from_date), '[]')::text
        from ${streakGaps} where user_id = ${owner}
      ) as gaps, (
        select coalesce(json_agg(date order by date), '[]')::text from ${sharedDates}
        where user_id = ${owner} and not coalesce(date <= settled, false)
      ) as shares
    from (
      select (select nullif(settled_through, '-infinity') from ${userDays} where user_id = ${owner}) as settled,
        (select kept_through from ${userDays} where user_id = ${owner}) as stored
    ) as days`);
  const row = rows[0] ?? { settled: null, stored: null, lastRated: null, gaps: "[]", shares: "[]" };
  return {
    settled: row.settled,
    stored: row.stored,
    lastRated: row.lastRated,
    gaps: JSON.parse(row.gaps),
    unsettledShares: JSON.parse(row.shares),
  };
}

export async function upsertSettled(db: Queryable, owner: OwnerId, settledThrough: LocalDate): Promise<void> {
  await db
    .insert(userDays)
    .values({ userId: owner, settledThrough })
    .onConflictDoUpdate({ target: userDays.userId, set: { settledThrough } });
}

export async function replaceStreakGaps(db: Queryable, owner: OwnerId, gaps: readonly DateRange[]): Promise<void> {
  await db.delete(streakGaps).where(eq(streakGaps.userId, owner));
  if (gaps.length === 0) return;
  await db.insert(streakGaps).values(gaps.map(({ from, to }) => ({ userId: owner, fromDate: from, toDate: to })));
}

export async function deleteShares(db: Queryable, owner: OwnerId, dates: readonly LocalDate[]): Promise<void> {
  await db.execute(sql`
    delete from ${sharedDates} where user_id = ${owner} and date = any(${sql.param([...dates])}::date[])`);
}

// ---- Data derived from texts, and media ----

export async function selectCardsWithDerived(db: Queryable, owner: OwnerId, after: number, limit: number) {
  return db
    .select({
      id: cards.id,
      front: cards.front,
      back: cards.back,
      format: cards.format,
      tags: cards.tags,
      folded: cardTexts.folded,
      media: sql<string[]>`array(
        select media_id from ${cardMedia} where user_id = ${owner} and card_id = ${cards.id} order by media_id collate "C")`,
    })
    .from(cards)
    .leftJoin(cardTexts, and(eq(cardTexts.userId, cards.userId), eq(cardTexts.cardId, cards.id)))
    .where(and(eq(cards.userId, owner), gt(cards.id, after)))
    .orderBy(asc(cards.id))
    .limit(limit);
}

/** Returns the number of stored bytes of each file, and their SHA-256 in hex; null if there are none. */
export async function selectMediaWithData(db: Queryable, owner: OwnerId, after: string, limit: number) {
  return db
    .select({
      id: media.id,
      bytes: media.bytes,
      stored: sql<number | null>`octet_length(${mediaData.data})`,
      sha256: sql<string | null>`encode(sha256(${mediaData.data}), 'hex')`,
    })
    .from(media)
    .leftJoin(mediaData, and(eq(mediaData.userId, media.userId), eq(mediaData.mediaId, media.id)))
    .where(and(eq(media.userId, owner), isNull(media.shared), sql`${media.id} collate "C" > ${after}`))
    .orderBy(sql`${media.id} collate "C"`)
    .limit(limit);
}

export async function updateMediaSize(db: Queryable, owner: OwnerId, id: string, bytes: number): Promise<void> {
  await db
    .update(media)
    .set({ bytes })
    .where(isOwn(media, owner, { id }));
}

// ---- Exams ----

export async function selectExamsWithForecast(db: Queryable, owner: OwnerId) {
  const rows = await db
    .select({ id: exams.id, date: exams.date, foretold: exams.foretold })
    .from(exams)
    .where(and(eq(exams.userId, owner), sql`${exams.foretold} is not null`))
    .orderBy(asc(exams.id));
  return rows as { id: number; date: LocalDate; foretold: StoredForecast }[];
}

export async function deleteStoredForecast(db: Queryable, owner: OwnerId, id: number): Promise<void> {
  await db
    .update(exams)
    .set({ foretold: null })
    .where(isOwn(exams, owner, { id }));
}
