import { created, identity, instant } from "#platform/db/columns.ts";
import { index, pgTable, smallint, text, varchar } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

export const feedback = pgTable(
  "feedback",
  {
    id: identity().primaryKey(),
    userId: ownerReference(),
    rating: smallint().notNull(),
    feedback: text().notNull(),
    email: varchar({ length: 255 }),
    userAgent: varchar({ length: 1000 }),
    /** The time on the sender's clock. */
    timestamp: instant(),
    ...created(),
    answeredAt: instant(),
  },
  (table) => [index("feedback_user").on(table.userId), index("feedback_email").on(table.email)],
);
