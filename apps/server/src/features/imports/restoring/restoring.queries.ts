import type {
  ExportedBreak,
  ExportedExam,
  ExportedMove,
  ExportedPast,
  ExportedSession,
} from "@repasa/card-files/repasa/exported-account.ts";
import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { eq, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type PreferencesRow, userPreferences } from "#schema/account.ts";
import { cards } from "#schema/cards.ts";
import { examFolders, examMoves, exams } from "#schema/exams.ts";
import { folders } from "#schema/folders.ts";
import { quizzes } from "#schema/quizzes.ts";
import { dailyFigures, reviews, sharedDates, streakGaps, userBreaks, userDays } from "#schema/schedule.ts";
import { studySessions } from "#schema/study.ts";

/** The number of rows that one statement inserts, because it may have at most 65,535 parameters. */
const ROWS_PER_STATEMENT = 2_000;

/** Returns whether an account holds nothing that was created, planned or studied in it. */
export async function isAccountEmpty(db: Queryable, owner: OwnerId): Promise<boolean> {
  const none = [folders, cards, reviews, exams, quizzes, userBreaks, studySessions].map(
    (table) => sql`not exists (select 1 from ${table} where user_id = ${owner})`,
  );
  const { rows } = await db.execute<{ isEmpty: boolean }>(sql`select ${sql.join(none, sql` and `)} as "isEmpty"`);
  return rows[0]?.isEmpty ?? false;
}

// ---- Study sessions ----

/** Inserts sessions, and returns their ids in the same order. */
export async function insertSessions(
  db: Queryable,
  owner: OwnerId,
  sessions: readonly ExportedSession[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < sessions.length; from += ROWS_PER_STATEMENT) {
    const rows = sessions
      .slice(from, from + ROWS_PER_STATEMENT)
      .map(({ id: _, startedAt, completedAt, ...session }) => ({
        userId: owner,
        startedAt: new Date(startedAt),
        ...session,
        completedAt: completedAt === null ? null : new Date(completedAt),
      }));
    const added = await db.insert(studySessions).values(rows).returning({ id: studySessions.id });
    ids.push(...added.map(({ id }) => id));
  }
  return ids;
}

// ---- Exams ----

export async function selectExamNames(db: Queryable, owner: OwnerId): Promise<{ name: string; date: LocalDate }[]> {
  return db.select({ name: exams.name, date: exams.date }).from(exams).where(eq(exams.userId, owner));
}

/** @param folderIds The ids of folders of this account. */
export async function insertExam(
  db: Queryable,
  owner: OwnerId,
  { name, date, foretold, createdAt, updatedAt }: ExportedExam,
  folderIds: readonly number[],
): Promise<number> {
  const values = { name, date, foretold, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
  const [row] = await db
    .insert(exams)
    .values({ userId: owner, ...values })
    .returning({ id: exams.id });
  const { id } = row as { id: number };
  if (folderIds.length > 0) {
    await db.insert(examFolders).values(folderIds.map((folderId) => ({ userId: owner, examId: id, folderId })));
  }
  return id;
}

/** @param moves Moves with the ids of this account's cards. */
export async function insertMoves(db: Queryable, owner: OwnerId, moves: readonly ExportedMove[]): Promise<void> {
  for (let from = 0; from < moves.length; from += ROWS_PER_STATEMENT) {
    const rows = moves
      .slice(from, from + ROWS_PER_STATEMENT)
      .map((move) => ({ userId: owner, ...move, nextReviewAt: new Date(move.nextReviewAt) }));
    await db.insert(examMoves).values(rows).onConflictDoNothing();
  }
}

// ---- Quizzes ----

/** @param values A quiz with the ids of this account. */
export async function insertQuiz(
  db: Queryable,
  owner: OwnerId,
  values: Omit<typeof quizzes.$inferInsert, "userId">,
): Promise<number> {
  const [row] = await db
    .insert(quizzes)
    .values({ ...values, userId: owner })
    .returning({ id: quizzes.id });
  return (row as { id: number }).id;
}

// ---- Rows that an account has once ----

type Preferences = Omit<PreferencesRow, "userId" | "updatedAt">;

/** Replaces the preferences with those of the export. A preference that the export does not have gets its default. */
export async function replacePreferences(
  db: Queryable,
  owner: OwnerId,
  preferences: { [Name in keyof Preferences]?: Preferences[Name] | undefined },
  now: Date,
): Promise<void> {
  await db.delete(userPreferences).where(eq(userPreferences.userId, owner));
  await db.insert(userPreferences).values({ ...preferences, userId: owner, updatedAt: now });
}

export async function insertBreaks(db: Queryable, owner: OwnerId, breaks: readonly ExportedBreak[]): Promise<void> {
  if (breaks.length === 0) return;
  const rows = breaks.map(({ from, to, spreadUntil }) => ({ userId: owner, fromDate: from, toDate: to, spreadUntil }));
  await db.insert(userBreaks).values(rows).onConflictDoNothing();
}

export async function insertSharedDates(db: Queryable, owner: OwnerId, dates: readonly LocalDate[]): Promise<void> {
  await db.execute(sql`
    insert into ${sharedDates} (user_id, date) select ${owner}, * from unnest(${sql.param([...dates])}::date[])
    on conflict do nothing`);
}

// ---- Past days ----

/** Replaces an account's past days with those of the export, settled up to the same date. */
export async function replacePastDays(db: Queryable, owner: OwnerId, past: ExportedPast): Promise<void> {
  const { settledThrough, keptThrough, days, gaps } = past;
  const change = { settledThrough, keptThrough, streakCurrent: null, streakLongest: null, streakUntil: null };
  await db
    .insert(userDays)
    .values({ userId: owner, ...change })
    .onConflictDoUpdate({ target: userDays.userId, set: change });
  await db.delete(dailyFigures).where(eq(dailyFigures.userId, owner));
  for (let from = 0; from < days.length; from += ROWS_PER_STATEMENT) {
    const rows = days.slice(from, from + ROWS_PER_STATEMENT).map(({ date, pendingFolders }) => ({
      userId: owner,
      date,
      pendingFolders: [...pendingFolders],
    }));
    await db.insert(dailyFigures).values(rows);
  }
  await replaceGaps(db, owner, gaps);
}

async function replaceGaps(db: Queryable, owner: OwnerId, gaps: readonly DateRange[]): Promise<void> {
  await db.delete(streakGaps).where(eq(streakGaps.userId, owner));
  for (let from = 0; from < gaps.length; from += ROWS_PER_STATEMENT) {
    const rows = gaps
      .slice(from, from + ROWS_PER_STATEMENT)
      .map((gap) => ({ userId: owner, fromDate: gap.from, toDate: gap.to }));
    await db.insert(streakGaps).values(rows);
  }
}
