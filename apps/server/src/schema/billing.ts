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
  /** The provider's status, such as `past_due`; null without a subscription. */
  status: varchar({ length: 50 }),
  currentPeriodEnd: instant(),
  endsAt: instant(),
  graceUntil: instant(),
  syncedAt: instant(),
  /** Incremented by each attempt to create a customer that the provider has rejected. */
  customerAttempt: integer().notNull().default(0),
  /** Starts of the latest periods of whose payment, or failed payment, the user was notified. */
  paidFor: instant(),
  failedFor: instant(),
  /** The price of the next period of which the user was last notified, in the currency's smallest unit. */
  renewalAmount: integer(),
  renewalCurrency: varchar({ length: 3 }),
  /** The latest renewal of which the user was reminded. */
  remindedOf: instant(),
});

/** The provider's events that took effect, so that a repeated delivery does nothing. */
export const billingEvents = pgTable("billing_events", {
  id: varchar({ length: 255 }).primaryKey(),
  type: varchar({ length: 255 }).notNull(),
  receivedAt: instant().notNull(),
});
