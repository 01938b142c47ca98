import { randomInt } from "node:crypto";
import { CODE_LENGTH } from "@repasa/contract/classes.forms.ts";

/** Letters and digits without those that are easily mistaken for others: I and L, O and 0, 1. */
const SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Returns one of 8.5 * 10^11 codes. */
export function createCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
}
