import type { Plan } from "@repasa/contract/billing.ts";
import { useQuery } from "@tanstack/react-query";
import { planQuery } from "#features/billing/billing.api.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { useUser } from "#features/session/use-session.ts";

const FIVE_MINUTES = 5 * 60_000;

/** Returns the plan if the user can be offered Premium, which must be sold here and not owned; otherwise undefined. */
export function useOffer(): Plan | undefined {
  const free = !isPremium(useUser());
  const { data: plan } = useQuery({ ...planQuery(), staleTime: FIVE_MINUTES, enabled: free });
  return free && plan?.sold && !plan.premium ? plan : undefined;
}
