import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import type { DayPlan } from "#plan.ts";
import { type CardSchedule, type Intervals, previewIntervals } from "#schedule.ts";

// The assumed share of medium among the answers to the cards before one; the others are easy. If only medium were assumed,
// the cards answered with easy would come back on one day: 42 of 60 equal ones, where choosing at each rating puts at most
// 2 on a day.
const MEDIUM_SHARE = 0.7;
const EASY_SHARE = 1 - MEDIUM_SHARE;

/**
 * The number of cards at the head of a queue that are assumed to be answered: more than anybody answers before the queue
 * is loaded again, and few enough that a later card's preview does not need all the cards before it.
 */
export const ANSWERED_AHEAD = 500;

/**
 * Creates a function that computes the intervals that the buttons of each card of a queue show. So that the cards of a
 * session do not all come back on one day, each is planned as if most cards before it had been answered with medium
 * and the others with easy.
 *
 * @returns A function to call for one card after another, in the order of study from the head of the queue. The `load`
 *   of its `plan` counts the queue's other cards but not this one. It returns days from today.
 * @throws RangeError under the same conditions as {@link previewIntervals}.
 */
export function createQueuePreviewer(today: Day, learner: Learner) {
  const moved = new Map<Day, number>();
  const move = (day: Day, change: number) => moved.set(day, (moved.get(day) ?? 0) + change);
  let answered = 0;
  return (card: CardSchedule, plan: DayPlan): Intervals => {
    const shown = previewIntervals(card, today, learner, { ...plan, load: addMoves(plan.load, moved) });
    if (answered++ < ANSWERED_AHEAD) {
      if (card.dueDay !== null) move(card.dueDay, -1);
      move(today + shown.medium, MEDIUM_SHARE);
      move(today + shown.easy, EASY_SHARE);
    }
    return shown;
  };
}

function addMoves(load: DayPlan["load"], moved: ReadonlyMap<Day, number>): DayPlan["load"] {
  if (!load) return undefined;
  return (day) => {
    const known = load(day);
    return known === undefined ? undefined : Math.max(0, known + (moved.get(day) ?? 0));
  };
}
