import type { User } from "@repasa/contract/auth.ts";
import { useUser } from "#features/session/use-session.ts";
import { lazyPart } from "#lib/lazy-part.ts";

const PaymentNotice = lazyPart(
  async () => (await import("#features/billing/components/payment-notice.tsx")).PaymentNotice,
);

/** Shows on Home that a renewal could not be charged. The notice itself is only loaded when it is needed. */
export function PaymentPlace() {
  return isUnpaid(useUser()) && <PaymentNotice />;
}

/** Returns whether a renewal could not be charged. Premium may continue for some days afterwards. */
function isUnpaid({ subscription, graceUntil }: Pick<User, "subscription" | "graceUntil">): boolean {
  return graceUntil !== null || subscription === "past_due" || subscription === "unpaid";
}
