import type { Queryable } from "#db/pool.ts";
import { feedback } from "./feedback.table.ts";

export async function insertFeedback(db: Queryable, values: typeof feedback.$inferInsert): Promise<void> {
  await db.insert(feedback).values(values);
}
