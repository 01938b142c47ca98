import { pgTable, varchar } from "drizzle-orm/pg-core";
import { instant, ownerReference } from "#db/columns.ts";
import { users } from "#features/auth/auth.table.ts";

/** A user at the payment provider: who they are there, and what the provider last said of their subscription. */
export const userBilling = pgTable("user_billing", {
  userId: ownerReference()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Null until the first checkout, and again when the provider has deleted the customer. */
  customerId: varchar({ length: 255 }).unique("user_billing_customer_unique"),
  /** The provider's own word, such as `past_due`; null without a subscription. */
  status: varchar({ length: 50 }),
  currentPeriodEnd: instant(),
  /** When premium ends, or ended, by a cancellation. */
  endsAt: instant(),
  /** Until when a payment that failed is waited for. */
  graceUntil: instant(),
  syncedAt: instant(),
});

/** The provider's events that took effect here, so that one delivered twice does nothing more. */
export const billingEvents = pgTable("billing_events", {
  id: varchar({ length: 255 }).primaryKey(),
  type: varchar({ length: 255 }).notNull(),
  receivedAt: instant().notNull(),
});
