/** A yearly price in the currency's smallest unit, as the provider counts it. */
export type YearlyPrice = { amount: number; currency: string };

// Digits after the point in the provider's amounts, where they are not two (docs.stripe.com/currencies).
const DIGITS = new Map<string, number>([
  ..."bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ").map((code) => [code, 0] as const),
  ..."bhd jod kwd omr tnd".split(" ").map((code) => [code, 3] as const),
]);

/** "29,99 €", and the amount of "menos de ... al mes": the next cent above a twelfth. */
export function formatPrice({ amount, currency }: YearlyPrice): { annual: string; monthly: string } {
  const digits = DIGITS.get(currency.toLowerCase()) ?? 2;
  const unit = 10 ** digits;
  const format = (smallest: number) =>
    new Intl.NumberFormat("es", {
      style: "currency",
      currency,
      minimumFractionDigits: smallest % unit === 0 ? 0 : digits,
      maximumFractionDigits: digits,
    }).format(smallest / unit);
  return { annual: format(amount), monthly: format(Math.floor(amount / 12) + 1) };
}
