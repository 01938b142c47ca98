import { type Context, perContext } from "#context.ts";
import { createInFlight } from "#platform/concurrency/in-flight.ts";
import { AppError } from "#platform/http/app-error.ts";
import { callProvider, type Offer, readOffer, requireYearlyPrice } from "./billing.gateway.ts";
import { formatPrice } from "./billing.price.ts";

type FormattedPrice = ReturnType<typeof formatPrice>;
type Cache = { known: { offer: Offer; readAt: number } | null; failed: { error: AppError; at: number } | null };

const FRESH_MS = 10 * 60_000;
/** For this long after a failure the provider is not called again, or each visitor who finds no price would cause a call. */
const RETRY_DELAY_MS = 5_000;

const getCache = perContext((): Cache => ({ known: null, failed: null }));
const inFlight = perContext(() => createInFlight<"offer", Offer>());

/** Returns the price, which is cached for ten minutes; while the provider is unavailable, the last known price. */
export async function readYearlyPrice(ctx: Context): Promise<FormattedPrice> {
  const offer = await getCurrentOffer(ctx);
  return callProvider(ctx, async () => formatPrice(requireYearlyPrice(offer)));
}

/** Returns the id of the product that is sold. It is read once, because the product of a price never changes. */
export async function readSoldProduct(ctx: Context): Promise<string> {
  const { known } = getCache(ctx);
  return (known?.offer ?? (await inFlight(ctx)("offer", () => refreshOffer(ctx)))).product;
}

async function getCurrentOffer(ctx: Context): Promise<Offer> {
  const { known, failed } = getCache(ctx);
  const now = ctx.clock.now().getTime();
  if (known && now - known.readAt < FRESH_MS) return known.offer;
  if (failed && now - failed.at < RETRY_DELAY_MS) return requireKnownOffer(ctx, failed.error);
  return inFlight(ctx)("offer", () => refreshOffer(ctx)).catch((error: unknown) => requireKnownOffer(ctx, error));
}

function requireKnownOffer(ctx: Context, error: unknown): Offer {
  const { known } = getCache(ctx);
  if (known === null) throw error;
  return known.offer;
}

async function refreshOffer(ctx: Context): Promise<Offer> {
  const cache = getCache(ctx);
  try {
    const offer = await callProvider(ctx, () => readOffer(ctx));
    cache.known = { offer, readAt: ctx.clock.now().getTime() };
    return offer;
  } catch (error) {
    if (error instanceof AppError) cache.failed = { error, at: ctx.clock.now().getTime() };
    throw error;
  }
}
