import { ExternalLink, LoaderCircle } from "lucide-react";
import { type PriceState, useRestorePurchase } from "#features/billing/billing.api.ts";
import { PriceLine } from "#features/billing/components/price-line.tsx";
import { checkoutLabels, useCheckout } from "#features/billing/use-checkout.ts";
import { useUser } from "#features/session/use-session.ts";
import { paths } from "#paths.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { Link, textLink } from "#ui/link.tsx";

export function CheckoutPanel({ price }: { price: PriceState }) {
  const { mobile } = useUser();
  const { phase, blockedUrl, start } = useCheckout();
  const restore = useRestorePurchase();
  const working = phase === "verifying" || phase === "preparing";
  return (
    <div className="flex flex-col gap-3 max-md:contents">
      {/* Not fixed on a screen of little height, where it would leave no room for the text. */}
      <div className="bottom-0 flex flex-col gap-3 bg-paper max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] md:bg-transparent max-md:[@media(height>=30rem)]:sticky">
        <div>
          <PriceLine price={price} />
          <p className="text-center text-ink-soft text-sm">La suscripción se renueva cada año hasta que la canceles.</p>
        </div>
        {/* Not disabled, because a disabled button loses the focus. */}
        <Button
          size="lg"
          full
          icon={working && <LoaderCircle aria-hidden className="animate-spin" />}
          aria-busy={working || undefined}
          aria-disabled={phase !== "idle" || undefined}
          onClick={start}
        >
          {checkoutLabels[phase]}
        </Button>
        {blockedUrl && (
          <a
            href={blockedUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonLook({ variant: "outline", size: "lg", full: true })}
          >
            <ExternalLink aria-hidden />
            Continuar al pago
          </a>
        )}
      </div>
      {mobile === true && (
        <Button variant="ghost" full loading={restore.isPending} onClick={() => restore.mutate()}>
          Restaurar la compra
        </Button>
      )}
      <p className="text-center text-ink-soft text-sm">
        Cancela cuando quieras: conservas Premium hasta el final del año pagado. Consulta los{" "}
        <Link href={paths.termsOfService()} className={textLink}>
          términos de uso
        </Link>
        .
      </p>
    </div>
  );
}
