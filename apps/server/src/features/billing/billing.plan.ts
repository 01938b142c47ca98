import type { Plan } from "@repasa/contract/billing.ts";
import { formatPrice } from "./billing.price.ts";
import type { BillingRow } from "./billing.queries.ts";
import { isOver } from "./billing.state.ts";

export function toPlanSubscription(row: BillingRow | undefined): Plan["subscription"] {
  if (!row || row.status === null) return null;
  const ends = row.endsAt?.toISOString() ?? null;
  const renews = row.status === "active" || row.status === "trialing" ? row.currentPeriodEnd : null;
  return {
    status: row.status,
    renewsAt: ends === null ? (renews?.toISOString() ?? null) : null,
    renewalPrice: ends === null && renews ? formatRenewalPrice(row) : null,
    endsAt: ends,
    graceUntil: row.graceUntil?.toISOString() ?? null,
    manageable: row.customerId !== null,
    over: isOver(row.status),
  };
}

function formatRenewalPrice({ renewalAmount: amount, renewalCurrency: currency }: BillingRow): string | null {
  return amount === null || currency === null ? null : formatPrice({ amount, currency }).annual;
}
