import { type Context, perContext } from "#context.ts";
import { createInFlight } from "#in-flight.ts";
import { callProvider, readYearlyPrice } from "./billing.gateway.ts";
import { formatPrice } from "./billing.price.ts";

type FormattedPrice = ReturnType<typeof formatPrice>;
type Cache = { known: { price: FormattedPrice; readAt: number } | null };

const FRESH_MS = 10 * 60_000;

const cacheOf = perContext((): Cache => ({ known: null }));
const inFlight = perContext(() => createInFlight<"price", FormattedPrice>());

/** The price, read at most every ten minutes; the last known one while the provider is away. */
export async function yearlyPrice(ctx: Context): Promise<FormattedPrice> {
  const { known } = cacheOf(ctx);
  if (known && ctx.clock.now().getTime() - known.readAt < FRESH_MS) return known.price;
  return inFlight(ctx)("price", () => readPrice(ctx));
}

async function readPrice(ctx: Context): Promise<FormattedPrice> {
  const cache = cacheOf(ctx);
  try {
    const price = formatPrice(await callProvider(ctx, () => readYearlyPrice(ctx)));
    cache.known = { price, readAt: ctx.clock.now().getTime() };
    return price;
  } catch (error) {
    if (cache.known === null) throw error;
    return cache.known.price;
  }
}
