import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { planQuery } from "#features/billing/billing.api.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { useUser } from "#features/session/use-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";

const loadSlot = async () => (await import("#features/billing/components/ad-slot.tsx")).AdSlot;

const FIVE_MINUTES = 5 * 60_000;

/** Renders after everything above it has loaded, so that it moves nothing; never for premium users. */
export function AdPlace() {
  const free = !isPremium(useUser());
  const { data: plan } = useQuery({ ...planQuery(), staleTime: FIVE_MINUTES, enabled: free });
  const [settled, setSettled] = useState(false);
  const busy = useIsFetching() > 0;
  if (!settled && !busy && plan) setSettled(true);
  const wanted = free && settled && plan !== undefined && !plan.premium;
  const AdSlot = useLateComponent(wanted, loadSlot, () => {});
  return wanted && AdSlot && <AdSlot frame={plan.adFrame} />;
}
