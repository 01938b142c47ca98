import { useLocation } from "wouter";
import { PaywallHost } from "#features/billing/components/paywall-host.tsx";

/** The host of the paywall on the current path, as in the app's shell. */
export function RoutedPaywall() {
  const [path] = useLocation();
  return <PaywallHost path={path} />;
}
