import { counted, formatCount } from "#lib/plural.ts";

type NewCards = {
  /** How many new cards the user wants to begin a day; null for all. */
  limit: number | null;
  /** How many are pending. */
  pending: number;
  /** How many of these the queue brings. */
  brought: number;
};

/** What to say of new cards that the day's limit holds back; undefined when it holds none. */
export function newCardsNote({ limit, pending, brought }: NewCards): string | undefined {
  if (limit === null || pending <= brought) return undefined;
  if (limit === 0) return "Has elegido no empezar cartas nuevas. Siguen pendientes.";
  if (brought > 0) {
    return `Hoy puedes empezar ${counted(brought, "carta nueva", "cartas nuevas")}. El resto sigue pendiente.`;
  }
  const begun = limit === 1 ? "tu carta nueva" : `tus ${formatCount(limit)} cartas nuevas`;
  return `Hoy ya has empezado ${begun}. El resto sigue pendiente.`;
}
