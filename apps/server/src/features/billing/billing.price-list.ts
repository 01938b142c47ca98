import { type Context, perContext } from "#context.ts";
import { createInFlight } from "#platform/concurrency/in-flight.ts";
import { AppError } from "#platform/http/app-error.ts";
import { callProvider, demandYearly, type Offer, readOffer } from "./billing.gateway.ts";
import { formatPrice } from "./billing.price.ts";

type FormattedPrice = ReturnType<typeof formatPrice>;
type Cache = { known: { offer: Offer; readAt: number } | null; failed: { error: AppError; at: number } | null };

const FRESH_MS = 10 * 60_000;
/** So long a failure answers for the provider: visitors who find no price must not all ask for it again. */
const PAUSE_MS = 5_000;

const cacheOf = perContext((): Cache => ({ known: null, failed: null }));
const inFlight = perContext(() => createInFlight<"offer", Offer>());

/** The price, read at most every ten minutes; the last known one while the provider is away. */
export async function yearlyPrice(ctx: Context): Promise<FormattedPrice> {
  const offer = await currentOffer(ctx);
  return callProvider(ctx, async () => formatPrice(demandYearly(offer)));
}

/** The product that is sold. A price belongs to one for good, so this is read once. */
export async function soldProduct(ctx: Context): Promise<string> {
  const { known } = cacheOf(ctx);
  return (known?.offer ?? (await inFlight(ctx)("offer", () => readAnew(ctx)))).product;
}

async function currentOffer(ctx: Context): Promise<Offer> {
  const { known, failed } = cacheOf(ctx);
  const now = ctx.clock.now().getTime();
  if (known && now - known.readAt < FRESH_MS) return known.offer;
  if (failed && now - failed.at < PAUSE_MS) return lastKnown(ctx, failed.error);
  return inFlight(ctx)("offer", () => readAnew(ctx)).catch((error: unknown) => lastKnown(ctx, error));
}

function lastKnown(ctx: Context, error: unknown): Offer {
  const { known } = cacheOf(ctx);
  if (known === null) throw error;
  return known.offer;
}

async function readAnew(ctx: Context): Promise<Offer> {
  const cache = cacheOf(ctx);
  try {
    const offer = await callProvider(ctx, () => readOffer(ctx));
    cache.known = { offer, readAt: ctx.clock.now().getTime() };
    return offer;
  } catch (error) {
    if (error instanceof AppError) cache.failed = { error, at: ctx.clock.now().getTime() };
    throw error;
  }
}
