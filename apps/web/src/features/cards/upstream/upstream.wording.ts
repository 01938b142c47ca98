import type { Card } from "@repasa/contract/cards.ts";

/** Says what the author of a followed card has done to it; null if the card is as the author has it, or an own one. */
export function describeUpstream({ upstream }: Pick<Card, "upstream">): string | null {
  if (upstream === null || upstream.state === "same") return null;
  return upstream.state === "changed" ? "El autor la ha cambiado" : "El autor la ha eliminado";
}
