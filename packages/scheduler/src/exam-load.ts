import type { Day } from "#days.ts";
import { type Future, type Habits, habitsAfter, imagine } from "#futures.ts";
import type { Learner } from "#learner.ts";
import { daysMet, type NewCardPace } from "#new-cards.ts";
import type { DayPlan } from "#plan.ts";
import type { CardSchedule } from "#schedule.ts";

/**
 * What is known when the load of exams is computed.
 *
 * - `cards`: those of all exams to come, `examDay` after today; new ones of an exam in the order in which they are to
 *   be met.
 * - `days`: how many days ahead to compute, today included.
 * - `others`: how many other cards fall due on a day; today, all that is pending of them.
 * - `pace`: what else bears on new cards.
 * - `pressed`, `seconds`: as in `ExamAhead`. `weekdays`: as in {@link DayPlan}.
 */
export type LoadAhead = {
  readonly cards: readonly { readonly id: number; readonly schedule: CardSchedule; readonly examDay: Day }[];
  readonly today: Day;
  readonly days: number;
  readonly others: (day: Day) => number;
  readonly pace: NewCardPace;
  readonly learner: Learner;
  readonly pressed: Habits;
  readonly seconds: { readonly review: number; readonly newCard: number };
} & Pick<DayPlan, "weekdays">;

/** The work of a day, as means over what may happen: they need not be whole numbers. */
export type DayLoad = { readonly cards: number; readonly minutes: number };

/** One day with the exams, and the same without. */
export type LoadedDay = { readonly day: Day; readonly withExams: DayLoad; readonly without: DayLoad };

/** The number of futures, and how many cards at most take part in each, by turns. */
const FUTURES = 8;
const CARDS_IN_A_FUTURE = 400;

/**
 * The work of the coming days if all of it is done each day, with exams and without. In both cases new cards are met at
 * the exams' pace, so that only the exams make a difference. Deterministic.
 */
export function loadOfExams(ahead: LoadAhead): LoadedDay[] {
  const unseen = [...ahead.cards.entries()].filter(([, { schedule }]) => schedule.memory === null);
  const days = daysMet(
    unseen.map(([, { examDay }]) => ({ examDays: [examDay] })),
    ahead.pace,
    ahead.today,
  );
  const met = new Map(unseen.map(([place], i) => [place, days[i] ?? undefined]));
  // Futures meet new cards in the order of their places.
  const cards = ahead.cards
    .map((card, place) => ({ ...card, met: met.get(place) ?? Number.POSITIVE_INFINITY }))
    .sort((one, other) => one.met - other.met);
  const [withExams, without] = [
    loadsOf(ahead, cards, (place) => cards[place]?.examDay),
    loadsOf(ahead, cards, () => undefined),
  ];
  return withExams.map((load, i) => ({ day: ahead.today + i, withExams: load, without: without[i] as DayLoad }));
}

type MetCard = LoadAhead["cards"][number] & { readonly met: Day };

function loadsOf(
  ahead: LoadAhead,
  cards: readonly MetCard[],
  examDayOf: (place: number) => Day | undefined,
): DayLoad[] {
  const { today, days, others, learner, seconds, weekdays } = ahead;
  const own = Map.groupBy(cards, ({ schedule }) => schedule.dueDay);
  const meeting = Map.groupBy(cards, ({ met }) => met);
  const every = Math.min(FUTURES, Math.max(1, Math.ceil(cards.length / CARDS_IN_A_FUTURE)));
  const study = {
    cards,
    today,
    examDay: today + days,
    learner,
    habits: habitsAfter(ahead.pressed),
    newCardsOn: (day: Day) => meeting.get(day)?.length ?? 0,
    attendance: 1,
    plan: { load: (day: Day) => others(day) + (own.get(day)?.length ?? 0), weekdays },
    examDayOf,
  };
  const futures = Array.from({ length: FUTURES }, (_, index) =>
    imagine(study, { index, of: FUTURES, every, calibrationAfter: () => learner.calibration }),
  );
  return Array.from({ length: days }, (_, i) => {
    const reviews = others(today + i) + meanOn(i, futures, "reviews");
    const newCards = meanOn(i, futures, "newCards");
    return { cards: reviews + newCards, minutes: (reviews * seconds.review + newCards * seconds.newCard) / 60 };
  });
}

function meanOn(i: number, futures: readonly Future[], what: "reviews" | "newCards"): number {
  return futures.reduce((sum, future) => sum + (future[what][i] as number), 0) / futures.length;
}
