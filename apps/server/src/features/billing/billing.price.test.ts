import fc from "fast-check";
import { expect, it } from "vitest";
import { formatPrice } from "./billing.price.ts";

/** Replaces the non-breaking spaces of an amount. */
const normaliseSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const format = (amount: number, currency: string) => {
  const { annual, monthly } = formatPrice({ amount, currency });
  return [normaliseSpaces(annual), normaliseSpaces(monthly)];
};

it.each([
  [2999, "eur", ["29,99 €", "2,50 €"]],
  [3000, "eur", ["30 €", "2,51 €"]],
  [1200, "eur", ["12 €", "1,01 €"]],
  [1199, "eur", ["11,99 €", "1 €"]],
  [4990, "mxn", ["49,90 MXN", "4,16 MXN"]],
  [129900, "ars", ["1299 ARS", "108,26 ARS"]],
  [19990, "clp", ["19.990 CLP", "1666 CLP"]],
  [3500, "jpy", ["3500 JPY", "292 JPY"]],
  [9900, "kwd", ["9,900 KWD", "0,826 KWD"]],
  [0, "eur", ["0 €", "0,01 €"]],
])("formats %i %s", (amount, currency, texts) => {
  expect(format(amount, currency)).toEqual(texts);
});

it("never shows a monthly amount below the real one, and never far above it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (amount) => {
      const { monthly } = formatPrice({ amount, currency: "eur" });
      const cents = Math.round(
        Number(normaliseSpaces(monthly).replace(" €", "").replaceAll(".", "").replace(",", ".")) * 100,
      );
      expect(cents * 12).toBeGreaterThan(amount);
      expect((cents - 1) * 12).toBeLessThanOrEqual(amount);
    }),
  );
});
