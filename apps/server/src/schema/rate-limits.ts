import { bigint, index, integer, pgTable, varchar } from "#platform/db/drizzle.cjs";

/** The columns are those that rate-limiter-flexible expects. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970, by that library's own clock. */
    expire: bigint({ mode: "number" }),
  },
  (table) => [index("rate_limits_expire").on(table.expire)],
);
