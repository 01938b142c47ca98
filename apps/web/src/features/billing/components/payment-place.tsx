import type { User } from "@repasa/contract/auth.ts";
import { lazy } from "react";
import { useUser } from "#features/session/use-session.ts";

const PaymentNotice = lazy(async () => ({
  default: (await import("#features/billing/components/payment-notice.tsx")).PaymentNotice,
}));

/** Where Home says that a renewal could not be charged; what says it is loaded by the few who need it. */
export function PaymentPlace() {
  return isUnpaid(useUser()) && <PaymentNotice />;
}

/** A renewal could not be charged; premium may outlast that for some days. */
function isUnpaid({ subscription, graceUntil }: Pick<User, "subscription" | "graceUntil">): boolean {
  return graceUntil !== null || subscription === "past_due" || subscription === "unpaid";
}
