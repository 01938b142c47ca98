import { instant } from "#platform/db/columns.ts";
import { integer, pgTable, varchar } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

export const userBilling = pgTable("user_billing", {
  userId: ownerReference().primaryKey(),
  /** Null until the first checkout, and again when the provider has deleted the customer. */
  customerId: varchar({ length: 255 }).unique("user_billing_customer_unique"),
  /** Counts the writes of the provider's state: what was read under an older revision is not written. */
  revision: integer().notNull().default(0),
  /** Set while the account is being deleted: no checkout may begin. */
  closingSince: instant(),
  /** The provider's own word, such as `past_due`; null without a subscription. */
  status: varchar({ length: 50 }),
  currentPeriodEnd: instant(),
  endsAt: instant(),
  graceUntil: instant(),
  syncedAt: instant(),
  /** Grows with each failed attempt to make a customer that the provider has answered. */
  customerAttempt: integer().notNull().default(0),
  /** Starts of the latest periods whose payment, or failed payment, its user was told of. */
  paidFor: instant(),
  failedFor: instant(),
  /** What the next period costs, as its user was told last; in the currency's smallest unit. */
  renewalAmount: integer(),
  renewalCurrency: varchar({ length: 3 }),
  /** The latest renewal that its user was reminded of. */
  remindedOf: instant(),
});

/** The provider's events that took effect, so that a repeated delivery does nothing. */
export const billingEvents = pgTable("billing_events", {
  id: varchar({ length: 255 }).primaryKey(),
  type: varchar({ length: 255 }).notNull(),
  receivedAt: instant().notNull(),
});
