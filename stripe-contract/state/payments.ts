import type Stripe from "stripe";
import { buildCharge } from "../objects/charge.ts";
import { buildInvoice, buildInvoicePayment } from "../objects/invoice.ts";
import { itemOf } from "../objects/subscription.ts";
import type { Account } from "./account.ts";
import { newId } from "./ids.ts";

const RETRY_AFTER = 3 * 86_400;

interface Order {
  subscription: Stripe.Subscription;
  reason: Stripe.Invoice.BillingReason;
  /** Nothing is charged for a trial. */
  amount: number;
  period: { start: number; end: number };
}

export function issueInvoice(account: Account, { subscription, reason, amount, period }: Order): Stripe.Invoice {
  const customer = account.customer(String(subscription.customer));
  const item = itemOf(subscription);
  const id = newId("in");
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  const invoice = buildInvoice({
    id,
    lineId: newId("il"),
    created: account.time.now(),
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    customer,
    subscription,
    item,
    productName: account.productNameOf(item.price),
    amount,
    reason,
    period,
    hostedUrl: `${account.baseUrl}/invoice/${id}`,
  });
  account.invoices.set(id, invoice);
  subscription.latest_invoice = id;
  account.events.record("invoice.created", invoice);
  account.events.record("invoice.finalized", invoice);
  return invoice;
}

function settle(account: Account, invoice: Stripe.Invoice): void {
  const now = account.time.now();
  Object.assign(invoice, {
    status: "paid",
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.amount_due > 0 ? invoice.attempt_count + 1 : 0,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  } satisfies Partial<Stripe.Invoice>);
  account.events.record("invoice.paid", invoice);
  account.events.record("invoice.payment_succeeded", invoice);
}

/** Charges the customer's card for an open invoice, and says whether it worked. */
export function attemptPayment(account: Account, invoice: Stripe.Invoice): boolean {
  if (invoice.amount_due === 0) {
    settle(account, invoice);
    return true;
  }
  const customer = account.customer(String(invoice.customer));
  const now = account.time.now();
  const succeeded = account.cards.get(customer.id) !== "fails";
  const earlier = account.invoicePayments.get(invoice.id)?.[0]?.payment.payment_intent;
  const paymentIntent = earlier === undefined ? newId("pi") : String(earlier);
  const charge = buildCharge({
    id: newId("ch"),
    created: now,
    customer,
    amount: invoice.amount_due,
    currency: invoice.currency,
    paymentIntent,
    paymentMethod: newId("pm"),
    succeeded,
  });
  account.charges.set(charge.id, charge);
  const payment = buildInvoicePayment({ id: newId("inpay"), created: now, invoice, paymentIntent, paid: succeeded });
  account.invoicePayments.set(invoice.id, [payment]);
  account.events.record(succeeded ? "charge.succeeded" : "charge.failed", charge);
  if (succeeded) {
    settle(account, invoice);
    return true;
  }
  invoice.attempted = true;
  invoice.attempt_count += 1;
  invoice.next_payment_attempt = now + RETRY_AFTER;
  account.events.record("invoice.payment_failed", invoice);
  return false;
}

export function voidInvoice(account: Account, invoice: Stripe.Invoice): void {
  invoice.status = "void";
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions = { ...invoice.status_transitions, voided_at: account.time.now() };
  account.events.record("invoice.voided", invoice);
}

/** The invoice that still waits to be paid. */
export function openInvoiceOf(account: Account, { latest_invoice }: Stripe.Subscription): Stripe.Invoice | undefined {
  const invoice = account.invoices.get(String(latest_invoice));
  return invoice?.status === "open" ? invoice : undefined;
}
