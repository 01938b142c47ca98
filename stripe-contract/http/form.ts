import qs from "qs";

const LIMITS = { depth: 20, arrayLimit: 1000, parameterLimit: 5000 } as const;

/** Reads Stripe's form encoding (`line_items[0][price]=…`), from a body or a query. Every value is a text. */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, LIMITS) as Record<string, unknown>;
}

/** The same parameters in whatever order they were written. */
export function fingerprintOf(params: unknown): string {
  return JSON.stringify(params, (_, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
