import type { Day } from "#days.ts";
import type { Habits } from "#futures.ts";
import { groupBy } from "#group-by.ts";
import type { Learner } from "#learner.ts";
import { type NewCardPace, planNewCards } from "#new-cards.ts";
import type { DayPlan } from "#plan.ts";
import type { CardSchedule } from "#schedule.ts";
import { forecastWorkload } from "#workload.ts";

/**
 * The data from which the load of exams is computed.
 *
 * - `cards`: the cards of all coming exams, with `examDay` after today; the new ones of an exam in the order in which
 *   they are to be introduced. `unmoved` is the schedule that a card would have if no exam had moved its due day; by
 *   default `schedule`.
 * - `days`: the number of days to compute, today included.
 * - `others`: returns the number of other cards that fall due on a day; for today, the number that is pending.
 * - `pace`: the other limits on new cards, and the days on which nothing is studied.
 * - `pressed`, `seconds`: the same as in `ExamAhead`. `weekdays`: the same as in {@link DayPlan}.
 */
export type LoadAhead = {
  readonly cards: readonly {
    readonly id: number;
    readonly schedule: CardSchedule;
    readonly unmoved?: CardSchedule;
    readonly examDay: Day;
  }[];
  readonly today: Day;
  readonly days: number;
  readonly others: (day: Day) => number;
  readonly pace: NewCardPace;
  readonly learner: Learner;
  readonly pressed: Habits;
  readonly seconds: { readonly review: number; readonly newCard: number };
} & Pick<DayPlan, "weekdays">;

/** The work of a day: means over the simulated futures, which need not be whole numbers. */
type DayLoad = { readonly cards: number; readonly minutes: number };

/** The work of one day with the exams and without them. */
export type LoadedDay = { readonly day: Day; readonly withExams: DayLoad; readonly without: DayLoad };

/**
 * Computes the work of the coming days if all of it is done each day, with exams and without. Without them, cards start
 * from the due days that they had before an exam moved them. In both cases new cards are introduced at the exams' pace,
 * so that only the schedules of the cards differ. Deterministic.
 */
export function computeExamLoad(ahead: LoadAhead): LoadedDay[] {
  const unseen = [...ahead.cards.entries()].filter(([, { schedule }]) => schedule.memory === null);
  const days = planNewCards(
    unseen.map(([, { examDay }]) => ({ examDays: [examDay] })),
    ahead.pace,
    ahead.today,
  );
  const introductions = new Map(unseen.map(([place], i) => [place, days[i] ?? undefined]));
  // A future introduces new cards in the order of their places.
  const cards = ahead.cards
    .map((card, place) => ({ ...card, introducedOn: introductions.get(place) ?? Number.POSITIVE_INFINITY }))
    .sort((one, other) => one.introducedOn - other.introducedOn);
  const [withExams, without] = [
    computeDayLoads(ahead, cards, (place) => cards[place]?.examDay),
    computeDayLoads(ahead, cards.map(restoreSchedule), () => undefined),
  ];
  return withExams.map((load, i) => ({ day: ahead.today + i, withExams: load, without: without[i] as DayLoad }));
}

type PlannedCard = LoadAhead["cards"][number] & { readonly introducedOn: Day };

function restoreSchedule(card: PlannedCard): PlannedCard {
  return { ...card, schedule: card.unmoved ?? card.schedule };
}

function computeDayLoads(
  ahead: LoadAhead,
  cards: readonly PlannedCard[],
  examDayOf: (place: number) => Day | undefined,
): DayLoad[] {
  const { today, days, others, learner, pressed, seconds, weekdays, pace } = ahead;
  const othersAsked = listOthersAsked(ahead);
  const own = groupBy(cards, ({ schedule }) => schedule.dueDay);
  const newCards = groupBy(cards, ({ introducedOn }) => introducedOn);
  const work = forecastWorkload({
    cards,
    today,
    days,
    learner,
    pressed,
    seconds,
    newCardsOn: (day: Day) => newCards.get(day)?.length ?? 0,
    attendance: 1,
    restsOn: pace.restsOn,
    plan: { load: (day: Day) => others(day) + (own.get(day)?.length ?? 0), weekdays },
    examDayOf,
  });
  return work.map(({ reviews, newCards, minutes }, i) => {
    const asked = othersAsked[i] as number;
    return { cards: asked + reviews + newCards, minutes: minutes + (asked * seconds.review) / 60 };
  });
}

/** Lists how many of the other cards each day asks: those that fall due while nothing is studied wait for the day after. */
function listOthersAsked({ today, days, others, pace: { restsOn } }: LoadAhead): number[] {
  let waiting = 0;
  return Array.from({ length: days }, (_, i) => {
    waiting += others(today + i);
    if (restsOn?.(today + i)) return 0;
    const asked = waiting;
    waiting = 0;
    return asked;
  });
}
