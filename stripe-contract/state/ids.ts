import { randomInt } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const LENGTHS = {
  cus: 14,
  prod: 14,
  price: 24,
  sub: 24,
  si: 14,
  in: 24,
  il: 24,
  inpay: 24,
  ch: 24,
  pi: 24,
  pm: 24,
  re: 24,
  evt: 24,
  cs_test: 58,
  li: 24,
  bps: 24,
  bpc: 24,
  req: 14,
} as const;

/** An id as Stripe makes them. Random, so that two servers in one test run never share one. */
export function newId(prefix: keyof typeof LENGTHS): string {
  const letters = Array.from({ length: LENGTHS[prefix] }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${prefix}_${letters.join("")}`;
}
