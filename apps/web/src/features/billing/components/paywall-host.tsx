import { useEffect, useSyncExternalStore } from "react";
import { closePaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { toast } from "#ui/toast.ts";

const loadPaywall = async () => (await import("#features/billing/components/paywall.tsx")).Paywall;

export function PaywallHost({ path }: { path: string }) {
  const { open, reason } = useSyncExternalStore(paywallStore.subscribe, paywallStore.snapshot);
  const Paywall = useLateComponent(open, loadPaywall, 0, () => {
    closePaywall();
    toast({ description: "No se pudo abrir. Comprueba tu conexión e inténtalo de nuevo.", variant: "error" });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation to another screen closes the paywall
  useEffect(() => closePaywall, [path]);
  return Paywall && <Paywall open={open} reason={reason} />;
}
