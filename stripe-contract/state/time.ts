import type Stripe from "stripe";

/** The account's own time, in seconds: the clock that was handed in, moved on by what tests let pass. */
export class ContractTime {
  readonly #clock: () => Date;
  #offset = 0;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  now(): number {
    return Math.floor(this.#clock().getTime() / 1000) + this.#offset;
  }

  /** Never goes back. */
  moveTo(seconds: number): void {
    this.#offset += Math.max(0, seconds - this.now());
  }
}

const DAY = 86_400;

function addMonths(from: number, months: number, anchorDay: number): number {
  const date = new Date(from * 1000);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, Math.min(anchorDay, lastDay));
  return date.getTime() / 1000;
}

/** The end of a billing period, or with -1 the start of the one that ends there. The anchor's day is kept where the month has it: 29 February, 28, 28, 28, 29. */
export function periodEnd(start: number, recurring: Stripe.Price.Recurring, anchor: number, periods = 1): number {
  const count = recurring.interval_count * periods;
  const anchorDay = new Date(anchor * 1000).getUTCDate();
  switch (recurring.interval) {
    case "day":
      return start + count * DAY;
    case "week":
      return start + count * 7 * DAY;
    case "month":
      return addMonths(start, count, anchorDay);
    default:
      return addMonths(start, count * 12, anchorDay);
  }
}
