import { statfs } from "node:fs/promises";
import type { Pool } from "pg";
import { codeOf, type Refusal, refusalOf } from "./database-errors.ts";
import type { Database } from "./pool.ts";

export type Readiness = "ok" | "away" | Refusal;

/** PostgreSQL writes its log in files of this size. */
const LOG_FILE_BYTES = 16 * 1024 * 1024;
const NO_RIGHT = "42501";

/**
 * Finds out whether the server can serve. Only a write shows that nothing can be written: once `note` has seen such a failure of a
 * call, each `ask` tries to write, until that succeeds.
 *
 * - `dataDir`: the folder of the embedded database; null if the database is on another machine.
 */
export function createReadiness(database: Database, dataDir: string | null) {
  let refused = false;

  async function ask(): Promise<Readiness> {
    try {
      await database.ping();
      if (refused) await tryToWrite(database.pool);
      refused = false;
      return "ok";
    } catch (error) {
      return refusalOf(error) ?? ((await isFull(dataDir)) ? "no_room" : "away");
    }
  }

  return {
    note: (error: unknown): void => {
      refused ||= refusalOf(error) !== undefined;
    },
    ask,
  };
}

/** Writes to the disk, and frees the space again. */
async function tryToWrite(pool: Pool): Promise<void> {
  try {
    await pool.query("CREATE TEMP TABLE written ON COMMIT DROP AS SELECT generate_series(1, 20000) AS number");
  } catch (error) {
    if (codeOf(error) !== NO_RIGHT) throw error;
  }
}

async function isFull(dataDir: string | null): Promise<boolean> {
  if (dataDir === null) return false;
  const space = await statfs(dataDir).catch(() => null);
  return space !== null && space.bavail * space.bsize < LOG_FILE_BYTES;
}
