import { counted, formatCount } from "#lib/plural.ts";

type NewCards = {
  limit: number | null;
  pending: number;
  /** How many of the pending ones are in the queue. */
  brought: number;
};

export function newCardsNote({ limit, pending, brought }: NewCards): string | undefined {
  if (limit === null || pending <= brought) return undefined;
  if (limit === 0) return "Has elegido no empezar cartas nuevas. Siguen pendientes.";
  if (brought > 0) {
    return `Hoy puedes empezar ${counted(brought, "carta nueva", "cartas nuevas")}. El resto sigue pendiente.`;
  }
  const begun = limit === 1 ? "tu carta nueva" : `tus ${formatCount(limit)} cartas nuevas`;
  return `Hoy ya has empezado ${begun}. El resto sigue pendiente.`;
}
