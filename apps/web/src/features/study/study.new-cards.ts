import { counted } from "#lib/plural.ts";

export function newCardsNote(waiting: number | undefined): string | undefined {
  return waiting ? counted(waiting, "nueva espera su día", "nuevas esperan su día") : undefined;
}
