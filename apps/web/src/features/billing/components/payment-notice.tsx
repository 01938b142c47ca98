import { CircleAlert, ExternalLink } from "lucide-react";
import { isPremium } from "#features/billing/billing.plan.ts";
import { formatUnpaidNotice, UNPAID_BESIDE_PREMIUM } from "#features/billing/billing.wording.ts";
import { usePortal } from "#features/billing/use-portal.ts";
import { useUser } from "#features/session/use-session.ts";
import { Button, buttonLook } from "#ui/button.tsx";

/** Reports a renewal that could not be charged and links to the provider's page, where the user can resolve it. */
export function PaymentNotice() {
  const user = useUser();
  const { opening, blockedUrl, open } = usePortal();
  const paidElsewhere = isPremium(user) && !user.graceUntil;
  return (
    <section
      aria-label="Pago pendiente"
      className="surface-card mb-5 flex flex-col gap-4 p-4 sm:flex-row sm:items-center md:mb-7 md:p-5"
    >
      <p className="flex min-w-0 flex-1 gap-2.5">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
        <span className="min-w-0">
          {paidElsewhere ? UNPAID_BESIDE_PREMIUM : formatUnpaidNotice(isPremium(user) ? user.graceUntil : null)}
        </span>
      </p>
      {blockedUrl ? (
        <a href={blockedUrl} target="_blank" rel="noopener noreferrer" className={buttonLook({ variant: "outline" })}>
          <ExternalLink aria-hidden />
          Continuar a la gestión
        </a>
      ) : (
        <Button variant="outline" loading={opening} className="sm:shrink-0" onClick={open}>
          Actualizar la tarjeta
        </Button>
      )}
    </section>
  );
}
