import type { Pool } from "pg";

/** Returns the settled gaps of a user's streak, the oldest first, as `2026-03-10..2026-03-11` with both dates included. */
export async function selectStreakGaps(pool: Pool, userId: number): Promise<string[]> {
  const { rows } = await pool.query(
    "SELECT from_date || '..' || to_date AS gap FROM streak_gaps WHERE user_id = $1 ORDER BY from_date",
    [userId],
  );
  return rows.map(({ gap }) => gap);
}
