import { useIsFetching } from "@tanstack/react-query";
import { useState } from "react";
import { useOffer } from "#features/billing/use-offer.ts";
import { useUser } from "#features/session/use-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";

const loadSlot = async () => (await import("#features/billing/components/ad-slot.tsx")).AdSlot;

/** Renders after everything above it has loaded, so that it moves nothing, and only for who can buy its removal. */
export function AdPlace() {
  const { mobile } = useUser();
  const plan = useOffer();
  const [settled, setSettled] = useState(false);
  const busy = useIsFetching() > 0;
  if (!settled && !busy && plan) setSettled(true);
  // Accounts of the mobile app cannot pay here.
  const wanted = settled && plan !== undefined && mobile === false;
  const AdSlot = useLateComponent(wanted, loadSlot, () => {});
  return wanted && AdSlot && <AdSlot frame={plan.adFrame} />;
}
