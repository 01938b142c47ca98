import { counted } from "#lib/plural.ts";

/** "40 nuevas esperan su día". */
export function newWaitingText(newWaiting: number): string {
  return counted(newWaiting, "nueva espera su día", "nuevas esperan su día");
}
