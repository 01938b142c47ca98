import type { Pool } from "pg";
import { vi } from "vitest";

export async function untilSomebodyWaits(pool: Pool): Promise<void> {
  await vi.waitUntil(async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });
}
