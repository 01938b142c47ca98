import { CircleCheck, Crown } from "lucide-react";
import { openPaywall } from "#features/billing/billing.paywall.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { PREMIUM_ACTIVE } from "#features/billing/billing.wording.ts";
import { useOffer } from "#features/billing/use-offer.ts";
import { useUser } from "#features/session/use-session.ts";
import { Button } from "#ui/button.tsx";

export function PlanCard() {
  const premium = isPremium(useUser());
  const offer = useOffer();
  if (!premium && !offer) return null;
  return (
    <section
      aria-labelledby="plan"
      className="surface-card mt-8 flex flex-col gap-4 p-4 md:flex-row md:items-center md:gap-5 md:p-6"
    >
      <div className="flex min-w-0 flex-1 items-start gap-4">
        <span aria-hidden className="grid size-12 shrink-0 place-items-center rounded-control bg-brand text-on-brand">
          <Crown className="size-6" />
        </span>
        <div className="min-w-0">
          <h2 id="plan" className="text-lg">
            Repasa Premium
          </h2>
          <p className="text-ink-soft">
            {premium
              ? "Materiales ilimitados y estudio sin anuncios."
              : "Materiales ilimitados, estudio sin anuncios y un solo pago al año. Cancela cuando quieras."}
          </p>
        </div>
      </div>
      {premium ? (
        <p className="inline-flex items-center gap-2 font-semibold text-easy">
          <CircleCheck aria-hidden className="size-5" />
          {PREMIUM_ACTIVE}
        </p>
      ) : (
        <Button aria-haspopup="dialog" className="md:shrink-0" onClick={() => openPaywall()}>
          Descubrir Premium
        </Button>
      )}
    </section>
  );
}
