import type { Day } from "#days.ts";

/**
 * What bears on a card's due day besides its memory. Everything may be left out: an empty plan leaves each card to the
 * memory model alone.
 *
 * - `load`: how many cards fall due on a day, the card that is rated left out. Intervals of a week or more then fall on
 *   the emptiest day near the one that the model wants.
 * - `weekdays`: how much of a usual day each weekday is to hold, Monday first: 7 numbers of 0 or more, 1 the usual.
 *   Without `load` it has no effect.
 * - `examDay`: the day on which the card has to be known. Nothing is studied for it on the day itself.
 */
export type DayPlan = {
  readonly load?: ((day: Day) => number) | undefined;
  readonly weekdays?: readonly number[] | undefined;
  readonly examDay?: Day | undefined;
};

export const NO_PLAN: DayPlan = Object.freeze({});
