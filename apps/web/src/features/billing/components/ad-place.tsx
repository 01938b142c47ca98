import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useOffer } from "#features/billing/use-offer.ts";
import { useUser } from "#features/session/use-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";

const loadSlot = async () => (await import("#features/billing/components/ad-slot.tsx")).AdSlot;

/** Only rendered for users who can buy its removal, and after the content above has loaded, so that nothing moves. */
export function AdPlace() {
  const { mobile } = useUser();
  const plan = useOffer();
  const queryClient = useQueryClient();
  const [settled, setSettled] = useState(false);
  const busy = useIsFetching() > 0;
  const ready = !busy && plan !== undefined;
  useEffect(() => {
    if (!ready) return;
    // Deferred, because components that are rendered together with this one start their requests after it.
    const timer = setTimeout(() => setSettled(queryClient.isFetching() === 0));
    return () => clearTimeout(timer);
  }, [ready, queryClient]);
  // Accounts of the mobile app cannot pay on the web.
  const wanted = settled && plan !== undefined && mobile === false;
  const AdSlot = useLateComponent(wanted, loadSlot);
  return wanted && AdSlot && <AdSlot frame={plan.adFrame} />;
}
