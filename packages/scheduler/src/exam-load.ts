import type { Day } from "#days.ts";
import { estimateHabits, type Future, type Habits, simulateFuture } from "#futures.ts";
import { groupBy } from "#group-by.ts";
import type { Learner } from "#learner.ts";
import { type NewCardPace, planNewCards } from "#new-cards.ts";
import type { DayPlan } from "#plan.ts";
import type { CardSchedule } from "#schedule.ts";

/**
 * The data from which the load of exams is computed.
 *
 * - `cards`: the cards of all coming exams, with `examDay` after today; the new ones of an exam in the order in which
 *   they are to be introduced. `unmoved` is the schedule that a card would have if no exam had moved its due day; by
 *   default `schedule`.
 * - `days`: the number of days to compute, today included.
 * - `others`: returns the number of other cards that fall due on a day; for today, the number that is pending.
 * - `pace`: the other limits on new cards.
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
export type DayLoad = { readonly cards: number; readonly minutes: number };

/** The work of one day with the exams and without them. */
export type LoadedDay = { readonly day: Day; readonly withExams: DayLoad; readonly without: DayLoad };

const FUTURES = 8;

/** If there are more cards than this, each takes part in only some of the futures. */
const CARDS_IN_A_FUTURE = 400;

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
  const { today, days, others, learner, seconds, weekdays } = ahead;
  const own = groupBy(cards, ({ schedule }) => schedule.dueDay);
  const newCards = groupBy(cards, ({ introducedOn }) => introducedOn);
  const every = Math.min(FUTURES, Math.max(1, Math.ceil(cards.length / CARDS_IN_A_FUTURE)));
  const study = {
    cards,
    today,
    examDay: today + days,
    learner,
    habits: estimateHabits(ahead.pressed),
    newCardsOn: (day: Day) => newCards.get(day)?.length ?? 0,
    attendance: 1,
    plan: { load: (day: Day) => others(day) + (own.get(day)?.length ?? 0), weekdays },
    examDayOf,
  };
  const futures = Array.from({ length: FUTURES }, (_, index) =>
    simulateFuture(study, { index, of: FUTURES, every, calibrationAfter: () => learner.calibration }),
  );
  return Array.from({ length: days }, (_, i) => {
    const reviews = others(today + i) + computeMean(i, futures, "reviews");
    const newCards = computeMean(i, futures, "newCards");
    return { cards: reviews + newCards, minutes: (reviews * seconds.review + newCards * seconds.newCard) / 60 };
  });
}

function computeMean(i: number, futures: readonly Future[], what: "reviews" | "newCards"): number {
  return futures.reduce((sum, future) => sum + (future[what][i] as number), 0) / futures.length;
}
