import type { Plan } from "@repasa/contract/billing.ts";
import { useQuery } from "@tanstack/react-query";
import { planQuery } from "#features/billing/billing.api.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { useUser } from "#features/session/use-session.ts";

const FIVE_MINUTES = 5 * 60_000;

/** The plan of who may be offered Premium: it is sold here, and they do not have it. Undefined for everybody else. */
export function useOffer(): Plan | undefined {
  const free = !isPremium(useUser());
  const { data: plan } = useQuery({ ...planQuery(), staleTime: FIVE_MINUTES, enabled: free });
  return free && plan?.sold && !plan.premium ? plan : undefined;
}
