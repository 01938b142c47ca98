import { useEffect, useSyncExternalStore } from "react";
import { closePaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import { useLateDialog } from "#ui/use-late-dialog.ts";

const loadPaywall = async () => (await import("#features/billing/components/paywall.tsx")).Paywall;

export function PaywallHost({ path }: { path: string }) {
  const { open, reason } = useSyncExternalStore(paywallStore.subscribe, paywallStore.snapshot);
  const Paywall = useLateDialog(open, loadPaywall, () => closePaywall());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation to another screen closes the paywall
  useEffect(() => closePaywall, [path]);
  return Paywall && <Paywall open={open} reason={reason} />;
}
