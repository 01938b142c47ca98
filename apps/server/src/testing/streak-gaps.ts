import type { Pool } from "pg";

/** The settled gaps of a user's streak, oldest first: `2026-03-10..2026-03-11`, both dates in it. */
export async function streakGaps(pool: Pool, userId: number): Promise<string[]> {
  const { rows } = await pool.query(
    "SELECT from_date || '..' || to_date AS gap FROM streak_gaps WHERE user_id = $1 ORDER BY from_date",
    [userId],
  );
  return rows.map(({ gap }) => gap);
}
