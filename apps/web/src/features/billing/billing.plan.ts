import type { User } from "@repasa/contract/auth.ts";

type Plan = Pick<User, "premium" | "subscription" | "statusMobile">;

/** `premium` also covers a grace period, in which neither field is 'active'. */
export function isPremium({ premium, subscription, statusMobile }: Plan): boolean {
  return premium || subscription === "active" || statusMobile === "active";
}
