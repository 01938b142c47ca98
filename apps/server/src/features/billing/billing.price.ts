/** A yearly price in the currency's smallest unit, as the provider counts it. */
export type YearlyPrice = { amount: number; currency: string };

// The number of decimals in the provider's amounts, for currencies where it is not 2 (docs.stripe.com/currencies).
const DECIMALS = new Map<string, number>([
  ..."bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ").map((code) => [code, 0] as const),
  ..."bhd jod kwd omr tnd".split(" ").map((code) => [code, 3] as const),
]);

/** `annual` is for example "29,99 €". `monthly` is the amount in "menos de ... al mes": the next cent above a twelfth. */
export function formatPrice({ amount, currency }: YearlyPrice): { annual: string; monthly: string } {
  const digits = DECIMALS.get(currency.toLowerCase()) ?? 2;
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
