import type { User } from "@repasa/contract/auth.ts";

type Plan = Pick<User, "premium" | "subscription" | "statusMobile">;

/** Checks `premium` too, because in a grace period neither of the other fields is 'active'. */
export function isPremium({ premium, subscription, statusMobile }: Plan): boolean {
  return premium || subscription === "active" || statusMobile === "active";
}
