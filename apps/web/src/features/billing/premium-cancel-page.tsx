import { Undo2 } from "lucide-react";
import { openPaywall } from "#features/billing/billing.paywall.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { PaymentOutcome } from "#features/billing/components/payment-outcome.tsx";
import { ReturnButton } from "#features/billing/components/return-button.tsx";
import { useUser } from "#features/session/use-session.ts";
import { Button } from "#ui/button.tsx";

export default function PremiumCancelPage() {
  const premium = isPremium(useUser());
  return (
    <PaymentOutcome
      mark={
        <span className="grid size-14 place-items-center rounded-card bg-brand-soft text-brand-ink">
          <Undo2 className="size-7" />
        </span>
      }
      title="No se ha hecho ningún cargo"
      text="Has salido antes de pagar. Tus cartas siguen aquí, y puedes suscribirte cuando quieras."
    >
      <div className="mt-6 flex w-full flex-col gap-2">
        <ReturnButton />
        {!premium && (
          <Button variant="outline" size="lg" full aria-haspopup="dialog" onClick={() => openPaywall()}>
            Ver Premium de nuevo
          </Button>
        )}
      </div>
    </PaymentOutcome>
  );
}
