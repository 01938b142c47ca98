import { created, identity, instant } from "#platform/db/columns.ts";
import { index, pgTable, primaryKey, smallint, varchar } from "#platform/db/drizzle.cjs";
import { ownerReference, sessions } from "#schema/auth.ts";

/** Browsers to which notifications are sent, each until the session ends in which it subscribed last. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    /** The address at the push service. It names the browser, which one account has at a time. */
    endpoint: varchar({ length: 2000 }).notNull().unique("push_subscriptions_endpoint_unique"),
    /** The browser's public key and its secret, in base64url. */
    p256dh: varchar({ length: 87 }).notNull(),
    auth: varchar({ length: 22 }).notNull(),
    label: varchar({ length: 100 }),
    sid: varchar({ length: 64 })
      .notNull()
      .references(() => sessions.sid, { onDelete: "cascade" }),
    /** The `scheduledAt` of the last reminder that was sent to it, or that its service refused. */
    servedFor: instant(),
    /** The service asked not to be called before this instant. */
    retryAt: instant(),
    ...created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index("push_subscriptions_session").on(table.sid)],
);

/** The one key pair with which the installation signs its pushes: browsers subscribe to its public key. */
export const pushKeys = pgTable("push_keys", {
  /** Always 1. */
  id: smallint().primaryKey(),
  /** In base64url. */
  publicKey: varchar({ length: 87 }).notNull(),
  privateKey: varchar({ length: 43 }).notNull(),
  ...created(),
});
