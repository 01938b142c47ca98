import type { Factors } from "@repasa/contract/factors.ts";
import { useQuery } from "@tanstack/react-query";
import { factorsQuery } from "#features/factors/factors.api.ts";
import { useNow } from "#lib/use-now.ts";

/** Says that a download will first ask for a confirmation of identity, if it will. */
export function ConfirmationHint() {
  const { data: factors } = useQuery(factorsQuery());
  const now = useNow();
  // Always as high as a line, because what is needed becomes known later than the list.
  return <p className="min-h-5 text-ink-soft text-sm">{factors && describeNeed(factors, now)}</p>;
}

function describeNeed({ exportableUntil, recoveryCodes }: Factors, now: Date): string | null {
  if (exportableUntil !== null && now < new Date(exportableUntil)) return null;
  return recoveryCodes === null ? "Antes te pediremos tu contraseña." : "Antes te pediremos tu llave o un código.";
}
