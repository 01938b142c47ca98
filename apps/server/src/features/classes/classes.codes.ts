import { randomInt } from "node:crypto";

/** Letters and digits without those that are easily mistaken for others: I and L, O and 0, 1. */
const SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 8;

/** Returns one of 8.5 * 10^11 codes. */
export function createCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
}

/** Returns a code as it is stored: case does not count, nor do the spaces and dashes that people write between its signs. */
export function normalizeCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}
