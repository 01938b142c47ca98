import { sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { userPreferences } from "#schema/account.ts";
import { userScheduling } from "#schema/schedule.ts";
import type { StoredLearner, StoredPlan } from "../schedule.state.ts";

// SQL text for statements in which both tables have their own names, as in `learnerRow`.
export const learnerFields = fieldsOf<StoredLearner>({
  calibrationA: "user_scheduling.calibration_a",
  calibrationB: "user_scheduling.calibration_b",
  hardSinceForgotten: "user_scheduling.hard_since_forgotten",
  recalledCount: "user_scheduling.recalled_count",
  hardRecalledCount: "user_scheduling.hard_recalled_count",
  recalledInARow: "user_scheduling.recalled_in_a_row",
  desiredRetention: "user_preferences.desired_retention",
  weights: "user_scheduling.weights::text",
});

export const planFields = fieldsOf<StoredPlan>({
  dueCounts: "user_scheduling.due_counts",
  dueCountsFrom: "user_scheduling.due_counts_from",
  quietDays: "user_preferences.quiet_days",
});

function fieldsOf<Stored>(columns: Record<keyof Stored, string>): string {
  return Object.entries(columns)
    .map(([name, column]) => `${column} AS "${name}"`)
    .join(", ");
}

/** A table expression with exactly one row, whether or not the user has a row in these tables. */
export const learnerRow = (owner: OwnerId) => sql`(select ${owner}::bigint as user_id) as learner
  left join ${userScheduling} using (user_id) left join ${userPreferences} using (user_id)`;

export async function selectLearner(db: Queryable, owner: OwnerId): Promise<StoredLearner & StoredPlan> {
  const { rows } = await db.execute<StoredLearner & StoredPlan>(
    sql`select ${sql.raw(learnerFields)}, ${sql.raw(planFields)} from ${learnerRow(owner)}`,
  );
  return rows[0] as StoredLearner & StoredPlan;
}
