import type Stripe from "stripe";
import { buildRefund } from "../objects/charge.ts";
import { Refusal } from "../refusal.ts";
import type { Account } from "./account.ts";
import { newId } from "./ids.ts";

interface Wish {
  amount?: number;
  reason?: Stripe.Refund.Reason | null;
  metadata?: Stripe.Metadata;
}

/** Gives money back. The subscription stays what it is: whoever wants it ended has to cancel it too. */
export function refundCharge(account: Account, charge: Stripe.Charge, wish: Wish = {}): Stripe.Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw new Refusal(message, { code: "charge_already_refunded", impossible: true });
  }
  const amount = wish.amount ?? left;
  if (amount > left || amount < 1) {
    throw new Refusal(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: "amount",
      impossible: true,
    });
  }
  const refund = buildRefund({
    id: newId("re"),
    created: account.time.now(),
    charge,
    amount,
    reason: wish.reason ?? null,
    metadata: wish.metadata ?? {},
  });
  account.refunds.set(refund.id, refund);
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  account.events.record("refund.created", refund);
  account.events.record("charge.refunded", charge, previous);
  return refund;
}

/** The payment behind an invoice. */
export function chargeOfInvoice(account: Account, invoice: string): Stripe.Charge | undefined {
  const intent = account.invoicePayments.get(invoice)?.[0]?.payment.payment_intent;
  return [...account.charges.values()].find((one) => one.payment_intent === intent && one.status === "succeeded");
}
