/** Where Stripe counts in other units than the currency's own decimals. */
const DECIMALS: Record<string, number> = { isk: 2, mga: 0, ugx: 2 };

/** 2999 is "29,99 €" in EUR and "2999 JPY" in JPY. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("es", { style: "currency", currency });
  const decimals = DECIMALS[currency.toLowerCase()] ?? format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** decimals);
}
