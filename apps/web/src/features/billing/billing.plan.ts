import type { User } from "@repasa/contract/auth.ts";

type Plan = Pick<User, "premium" | "subscription" | "statusMobile">;

/** Whether somebody has premium. The server's own word also holds for a grace period, when neither field is 'active'. */
export function isPremium({ premium, subscription, statusMobile }: Plan): boolean {
  return premium || subscription === "active" || statusMobile === "active";
}
