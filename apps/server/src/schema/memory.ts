import { instant } from "#platform/db/columns.ts";
import { doublePrecision, integer, pgTable } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

/** A user's last fit, whether its weights were accepted or rejected. Those in use are in `user_scheduling`. */
export const refits = pgTable("refits", {
  userId: ownerReference().primaryKey(),
  fittedAt: instant().notNull(),
  learnedFrom: integer().notNull(),
  // Errors of predictions (`PredictionError` of packages/scheduler) by the default weights and by the fitted ones.
  logLossBefore: doublePrecision().notNull(),
  logLossAfter: doublePrecision().notNull(),
  gapBefore: doublePrecision().notNull(),
  gapAfter: doublePrecision().notNull(),
});
