import { returnPath } from "#features/billing/billing.return-path.ts";
import { paths } from "#paths.ts";
import type { ButtonVariant } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";

export function ReturnButton({ variant = "primary" }: { variant?: ButtonVariant }) {
  const back = returnPath();
  const known = back !== null && back !== paths.home();
  return (
    // Replaces the entry, because the previous one in the history is the payment page.
    <ButtonLink href={known ? back : paths.home()} replace variant={variant} size="lg" full>
      {known ? "Volver a donde estabas" : "Ir al inicio"}
    </ButtonLink>
  );
}
