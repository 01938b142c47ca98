import { Crown } from "lucide-react";
import { openPaywall } from "#features/billing/billing.paywall.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { useOffer } from "#features/billing/use-offer.ts";
import { useUser } from "#features/session/use-session.ts";
import { Badge } from "#ui/badge.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

export function PremiumCrown() {
  const user = useUser();
  const offer = useOffer();
  if (isPremium(user)) {
    return (
      <Badge tone="brand" icon={<Crown aria-hidden />}>
        Premium
      </Badge>
    );
  }
  return (
    offer && (
      <Tooltip label="Hazte Premium">
        <IconButton
          label="Hazte Premium"
          icon={<Crown aria-hidden />}
          aria-haspopup="dialog"
          className="-mr-2 [&_svg]:text-brand-ink"
          onClick={() => openPaywall()}
        />
      </Tooltip>
    )
  );
}
