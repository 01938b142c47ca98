import { Crown } from "lucide-react";
import { openPaywall } from "#features/billing/billing.paywall.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { useUser } from "#lib/session.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";

/** What the account card says of the plan: that premium is active, or the way to it. */
export function SubscriptionAction() {
  const user = useUser();
  return isPremium(user) ? (
    <Badge tone="brand" icon={<Crown aria-hidden />}>
      Suscripción Premium Activa
    </Badge>
  ) : (
    <Button icon={<Crown aria-hidden />} aria-haspopup="dialog" onClick={() => openPaywall()}>
      Suscríbete ahora
    </Button>
  );
}
