import type { PriceState } from "#features/billing/billing.api.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";

export function PriceLine({ price }: { price: PriceState }) {
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-center gap-x-2 text-center">
      <p
        role="status"
        className={cx(price.status === "known" ? "text-balance font-semibold text-lg" : "text-ink-soft")}
      >
        {formatPrice(price)}
      </p>
      {price.status === "failed" && (
        <Button variant="ghost" size="sm" onClick={price.retry}>
          Reintentar
        </Button>
      )}
    </div>
  );
}

function formatPrice(price: PriceState): string {
  switch (price.status) {
    case "loading":
      return "Cargando precio...";
    case "failed":
      return "Error al cargar precio";
    case "unavailable":
      return "Precio no disponible";
    case "known":
      return `Por solo ${price.annual} al año (menos de ${price.monthly} al mes)`;
  }
}
