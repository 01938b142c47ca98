import { randomUUID } from "node:crypto";
import { addDays, computeLocalDate, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Pool } from "pg";
import type { Context } from "#context.ts";
import { reopenDays } from "#features/schedule/days/days.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { type Moment, sameTimeAfter } from "#platform/time/local-days.ts";
import type { LoggedState } from "#schema/schedule.ts";

type Due = { at: Date; date: LocalDate };
type CardRow = {
  folderId: number;
  nextReviewAt: Date | null;
  nextReviewDate: LocalDate | null;
  createdAt: Date;
  reviewCount: number;
  lastReviewDate: LocalDate | null;
};

/**
 * Creates a user and functions that write the user's past directly into the tables, as the product would have: a change of what is
 * pending first settles the days before it. The test chooses the intervals, not the scheduler.
 */
export async function createStudyLog(ctx: Context, pool: Pool) {
  const one = async (text: string, ...values: unknown[]) => (await pool.query({ text, values })).rows[0];
  const START = "2020-01-01T00:00:00Z";
  const user = await one(
    "INSERT INTO users (email, password_hash, created_at, updated_at) VALUES ($1, 'x', $2, $2) RETURNING id",
    `${randomUUID()}@example.com`,
    START,
  );
  const owner: OwnerId = user.id;

  async function selectCard(card: number): Promise<CardRow> {
    return one(
      `SELECT folder_id AS "folderId", next_review_at AS "nextReviewAt", next_review_date AS "nextReviewDate",
        created_at AS "createdAt", review_count AS "reviewCount", last_review_date AS "lastReviewDate"
      FROM cards WHERE user_id = $1 AND id = $2`,
      owner,
      card,
    );
  }

  return {
    owner,

    async folder(name = "Carpeta"): Promise<number> {
      const row = await one(
        "INSERT INTO folders (user_id, name, created_at, updated_at) VALUES ($1, $2, $3, $3) RETURNING id",
        owner,
        name,
        START,
      );
      return row.id;
    },

    /** @param dueAt The due instant, whose date is that of the time zone in which the card is created; null for a new card. */
    async card(folder: number, created: Moment, dueAt: Date | null = null): Promise<number> {
      const row = await one(
        `INSERT INTO cards (user_id, folder_id, front, back, difficulty, created_at, updated_at, next_review_at,
          next_review_date)
        VALUES ($1, $2, 'a', 'b', $3, $4, $4, $5, $6) RETURNING id`,
        owner,
        folder,
        dueAt === null ? "new" : "medium",
        created.now,
        dueAt,
        dueAt && computeLocalDate(dueAt, created),
      );
      return row.id;
    },

    /** Rates a card, which then falls due the given number of local days later. */
    async review(card: number, moment: Moment, days = 1): Promise<void> {
      await settlePastDays(ctx, owner, moment);
      await reopenDays(ctx, owner, moment.today);
      const { folderId, nextReviewAt, nextReviewDate, reviewCount, lastReviewDate } = await selectCard(card);
      const pending = nextReviewDate === null || nextReviewDate <= moment.today;
      const due = nextReviewAt && nextReviewDate ? { at: nextReviewAt, date: nextReviewDate } : null;
      const next = { at: sameTimeAfter(moment.now, days, moment.timeZone), date: addDays(moment.today, days) };
      const before = makeState(due, reviewCount, lastReviewDate);
      const after = makeState(next, reviewCount + 1, moment.today);
      await pool.query(
        `INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at,
          time_zone, local_date, due_before, practice, state_before, state_after)
        VALUES ($1, $2, $3, $4, 'medium', 'correct', 3, $5, $6, $7, $8, $9, $10, $11)`,
        [
          owner,
          randomUUID(),
          card,
          folderId,
          moment.now,
          moment.timeZone,
          moment.today,
          nextReviewAt,
          !pending,
          before,
          after,
        ],
      );
      await updateSchedule(card, after);
    },

    /** Undoes the card's latest review that is not undone yet; returns false if there is none. */
    async undo(card: number, moment: Moment): Promise<boolean> {
      await settlePastDays(ctx, owner, moment);
      await reopenDays(ctx, owner, moment.today);
      const row = await one(
        `UPDATE reviews SET undone_at = $3, undone_date = $4
        WHERE user_id = $1 AND id = (
          SELECT max(id) FROM reviews WHERE user_id = $1 AND card_id = $2 AND undone_at IS NULL)
        RETURNING state_before AS "stateBefore"`,
        owner,
        card,
        moment.now,
        moment.today,
      );
      if (row) await updateSchedule(card, row.stateBefore);
      return row !== undefined;
    },

    async deleteCard(card: number, moment: Moment): Promise<void> {
      await settlePastDays(ctx, owner, moment);
      await pool.query("DELETE FROM cards WHERE user_id = $1 AND id = $2", [owner, card]);
    },

    async deleteFolder(folder: number, moment: Moment): Promise<void> {
      await settlePastDays(ctx, owner, moment);
      await pool.query("DELETE FROM folders WHERE user_id = $1 AND id = $2", [owner, folder]);
    },
  };

  async function updateSchedule(card: number, state: LoggedState): Promise<void> {
    await pool.query(
      `UPDATE cards SET next_review_at = $3, next_review_date = $4, review_count = $5, difficulty = $6, last_review_date = $7
      WHERE user_id = $1 AND id = $2`,
      [
        owner,
        card,
        state.nextReviewAt,
        state.nextReviewDate,
        state.reviewCount,
        state.difficulty,
        state.lastReviewDate,
      ],
    );
  }
}

function makeState(due: Due | null, reviewCount: number, lastReviewDate: LocalDate | null): LoggedState {
  return {
    difficulty: due === null ? "new" : "medium",
    reviewCount,
    lastReviewedAt: null,
    lastReviewDate,
    nextReviewAt: due?.at.toISOString() ?? null,
    nextReviewDate: due?.date ?? null,
    interval: 1,
    easeFactor: 250,
    stability: null,
    memoryDifficulty: null,
    calibrationA: 1,
    calibrationB: 0,
    hardSinceForgotten: null,
  };
}

export type StudyLog = Awaited<ReturnType<typeof createStudyLog>>;
