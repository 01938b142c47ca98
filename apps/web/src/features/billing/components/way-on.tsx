import { wayBack } from "#features/billing/billing.way-back.ts";
import { paths } from "#paths.ts";
import type { ButtonVariant } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";

/** Back to where somebody was before the payment, with what they had typed there; else home. */
export function WayOn({ variant = "primary" }: { variant?: ButtonVariant }) {
  const back = wayBack();
  const known = back !== null && back !== paths.home();
  return (
    // The payment page lies before this one in the history, and nobody wants to go back there by accident.
    <ButtonLink href={known ? back : paths.home()} replace variant={variant} size="lg" full>
      {known ? "Volver a donde estabas" : "Ir al inicio"}
    </ButtonLink>
  );
}
