import type { Logger } from "pino";
import type { Clock } from "#clock.ts";
import type { Gateway } from "./billing.gateway.ts";
import { formatPrice } from "./billing.price.ts";

type Formatted = ReturnType<typeof formatPrice>;

const FRESH_MS = 10 * 60_000;

/** The price, asked for every ten minutes at most; while the provider is away the last one known is told. */
export function createPriceList({ gateway, clock, log }: { gateway: Gateway; clock: Clock; log: Logger }) {
  let known: { price: Formatted; at: number } | undefined;
  let asking: Promise<Formatted> | undefined;

  async function ask(): Promise<Formatted> {
    try {
      const price = formatPrice(await gateway.yearlyPrice());
      known = { price, at: clock.now().getTime() };
      return price;
    } catch (error) {
      if (!known) throw error;
      log.warn({ err: error }, "the price could not be read again");
      return known.price;
    } finally {
      asking = undefined;
    }
  }

  return {
    /** The price, as long as it need not be asked for. */
    fresh: () => (known && clock.now().getTime() - known.at < FRESH_MS ? known.price : null),

    async yearly(): Promise<Formatted> {
      asking ??= ask();
      return asking;
    },
  };
}
