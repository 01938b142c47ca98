import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import type { DayPlan } from "#plan.ts";
import type { Difficulty } from "#rating.ts";
import { type CardSchedule, previewIntervals } from "#schedule.ts";

// How the cards before one are taken to be answered, for the days of their Medio and Fácil. Medio alone would bring back all
// cards that are answered with Fácil on one day: 42 of 60 equal ones, where choosing when each is rated has 2 at most.
const MEDIUM_SHARE = 0.7;
const EASY_SHARE = 1 - MEDIUM_SHARE;

/**
 * How many cards at the head of a queue are taken to be answered: more than anybody answers before asking again, and few
 * enough that what a later card shows can be told without looking at all before it.
 */
export const ANSWERED_AHEAD = 500;

/**
 * What the buttons of each card of a queue show, so that a whole session does not come back on one day: each card is
 * planned for as if most cards before it had been answered with Medio and the others with Fácil.
 *
 * @returns What to ask card after card, in the order of study from its head. `plan`: what bears on the card's due day; `load`
 *   as it is now, with the other cards of the queue, without this one. It answers in days from today.
 * @throws RangeError as {@link previewIntervals}.
 */
export function queuePreviews(today: Day, learner: Learner) {
  const moved = new Map<Day, number>();
  const move = (day: Day, change: number) => moved.set(day, (moved.get(day) ?? 0) + change);
  let answered = 0;
  return (card: CardSchedule, plan: DayPlan): Record<Difficulty, number> => {
    const shown = previewIntervals(card, today, learner, { ...plan, load: withMoved(plan.load, moved) });
    if (answered++ < ANSWERED_AHEAD) {
      if (card.dueDay !== null) move(card.dueDay, -1);
      move(today + shown.medium, MEDIUM_SHARE);
      move(today + shown.easy, EASY_SHARE);
    }
    return shown;
  };
}

function withMoved(load: DayPlan["load"], moved: ReadonlyMap<Day, number>): DayPlan["load"] {
  if (!load) return undefined;
  return (day) => {
    const known = load(day);
    return known === undefined ? undefined : Math.max(0, known + (moved.get(day) ?? 0));
  };
}
