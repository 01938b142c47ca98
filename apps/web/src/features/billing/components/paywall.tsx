import { useQueryClient } from "@tanstack/react-query";
import { CalendarCheck, Focus, Info, Layers, X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { useEffect } from "react";
import { usePrice } from "#features/billing/billing.api.ts";
import { closePaywall } from "#features/billing/billing.paywall.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { loadProviderScript } from "#features/billing/billing.provider-script.ts";
import { PREMIUM_ACTIVE } from "#features/billing/billing.wording.ts";
import { CheckoutPanel } from "#features/billing/components/checkout-panel.tsx";
import { PremiumMark } from "#features/billing/components/premium-mark.tsx";
import { StoreRating } from "#features/billing/components/store-rating.tsx";
import { refreshUser } from "#features/session/session.user.ts";
import { useUser } from "#features/session/use-session.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Scrim } from "#ui/dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { IconTile } from "#ui/icon-tile.tsx";
import { useBackCloses } from "#ui/use-back-closes.ts";
import { useDialogFocus } from "#ui/use-dialog-focus.ts";

const benefits = [
  { Icon: Layers, title: "Materiales ilimitados", text: "Crea todas las carpetas y cartas que necesites." },
  { Icon: Focus, title: "Estudia sin anuncios", text: "Nada entre tú y tus cartas." },
  { Icon: CalendarCheck, title: "Un solo pago al año", text: "Sin cuotas mensuales ni sorpresas." },
];

export function Paywall({ open, reason }: { open: boolean; reason: string | undefined }) {
  const focus = useDialogFocus();
  useBackCloses(open, closePaywall);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && closePaywall()}>
      <Radix.Portal>
        <Scrim open={open} />
        <Radix.Content
          {...focus}
          data-covers-all=""
          className="sheet fixed inset-0 z-50 overflow-y-auto overscroll-contain bg-paper outline-none"
        >
          <div className="mx-auto flex min-h-full w-full max-w-4xl flex-col px-5 pt-[max(0.75rem,env(safe-area-inset-top))] pb-[max(1.25rem,env(safe-area-inset-bottom))] md:px-8 md:pt-6">
            <Radix.Close asChild>
              <IconButton label="Cerrar" icon={<X />} className="-mr-2 sticky top-3 z-10 self-end bg-paper" />
            </Radix.Close>
            <PaywallContent reason={reason} />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function PaywallContent({ reason }: { reason: string | undefined }) {
  const queryClient = useQueryClient();
  const premium = isPremium(useUser());
  useEffect(() => {
    window.dispatchEvent(new Event("openPaywall"));
    // If this fails, the cached user is good enough.
    refreshUser(queryClient).catch(() => {});
  }, [queryClient]);
  return premium ? <AlreadyPremium /> : <Offer reason={reason} />;
}

function Offer({ reason }: { reason: string | undefined }) {
  const { price, publishableKey } = usePrice();
  useEffect(() => {
    if (publishableKey) void loadProviderScript();
  }, [publishableKey]);
  return (
    <div
      className={
        "flex flex-1 flex-col justify-between gap-x-6 gap-y-3 max-md:mx-auto max-md:w-full max-md:max-w-md " +
        "md:grid md:grid-cols-[1fr_22rem] md:content-center md:items-center md:gap-14 md:pb-14"
      }
    >
      <div className="mx-auto mb-auto w-full max-w-md md:my-auto">
        <header className="text-center md:text-left">
          {/* If a reason is shown, the picture would push the offer below the fold of a phone. */}
          <div className={cx("md:-ml-1 md:w-18 max-md:[@media(height<44rem)]:hidden", reason && "hidden md:block")}>
            <PremiumMark className="mx-auto mb-4" />
          </div>
          <Radix.Title tabIndex={-1} className="text-2xl md:text-3xl">
            Impulsa tu memoria
          </Radix.Title>
          <Radix.Description className="mt-2 text-balance text-ink-soft md:text-lg">
            Con Repasa Premium recuerdas más y estudias sin límites.
          </Radix.Description>
        </header>
        {reason && (
          <p className="mt-5 flex gap-2.5 rounded-control bg-medium-soft px-4 py-3 text-medium">
            <Info aria-hidden className="mt-0.5 size-5 shrink-0" />
            <span className="min-w-0">{reason}</span>
          </p>
        )}
        <ol className="mt-6 flex flex-col gap-3.5">
          {benefits.map(({ Icon, title, text }) => (
            <li key={title} className="flex items-center gap-4">
              <IconTile icon={<Icon />} />
              <div className="min-w-0">
                <h3 className="text-base">{title}</h3>
                <p className="text-ink-soft text-sm">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      {/* On phones its parts belong to the column above, so that the payment button stays visible while it scrolls. */}
      <div className="mx-auto flex w-full max-w-md flex-col gap-3 max-md:contents md:surface-card md:p-6">
        <StoreRating />
        <CheckoutPanel price={price} />
      </div>
    </div>
  );
}

function AlreadyPremium() {
  return (
    <div className="mx-auto flex max-w-sm flex-1 flex-col items-center justify-center pb-14 text-center">
      <PremiumMark className="mx-auto mb-4" />
      <Radix.Title className="text-2xl">{PREMIUM_ACTIVE}</Radix.Title>
      <Radix.Description className="mt-2 text-balance text-ink-soft">
        Todo está a tu disposición: materiales ilimitados y ni un anuncio.
      </Radix.Description>
      <Button size="lg" className="mt-6" onClick={closePaywall}>
        Seguir estudiando
      </Button>
    </div>
  );
}
