import type { Day } from "@repasa/scheduler/days.ts";
import { type Learner, NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import type { Answer } from "@repasa/scheduler/rating.ts";
import { NEW_CARD, rate } from "@repasa/scheduler/schedule.ts";
import { atLeast, type Row } from "./row.ts";

const CARDS = 5000;
const WARM_UP_MS = 300;
const MEASURED_MS = 1500;
const BATCH = 5000; // the clock is read once a batch, so that it costs nothing
const FIRST_DAY = 20_458;

/** What learners press, in twentieths: 2 not recalled, 3 Difícil, 11 Medio, 4 Fácil. */
const PRESSES: readonly Answer[] = [
  ...Array<Answer>(2).fill({ difficulty: "hard", answerResult: "incorrect" }),
  ...Array<Answer>(3).fill({ difficulty: "hard", answerResult: "correct" }),
  ...Array<Answer>(11).fill({ difficulty: "medium", answerResult: "correct" }),
  ...Array<Answer>(4).fill({ difficulty: "easy", answerResult: "correct" }),
];

/** How many cards fall due on each day. Days a year and more apart never matter at once, so that a ring holds them. */
function dailyLoad() {
  const counts = new Int32Array(1024);
  return {
    of: (day: Day) => counts[day & 1023] ?? 0,
    add: (day: Day, cards: number) => {
      counts[day & 1023] = (counts[day & 1023] ?? 0) + cards;
    },
  };
}

/** A deck that is studied card after card, round after round; returns a function that rates `BATCH` cards. */
function learner(): () => void {
  const deck = Array.from({ length: CARDS }, () => NEW_CARD);
  const load = dailyLoad();
  const plan = { load: load.of, weekdays: [1, 1, 1, 1, 1, 0.5, 0] };
  let student: Learner = NEW_LEARNER;
  let next = 0;
  let seed = 1;
  const draw = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed >>> 8) % below;
  };
  return () => {
    for (let i = 0; i < BATCH; i++) {
      const card = deck[next] ?? NEW_CARD;
      const occasion = draw(20);
      const late = draw(4);
      let today = FIRST_DAY;
      if (card.dueDay !== null && card.lastReviewDay !== null) {
        // One in twenty a second time on the same day, one in ten as practice halfway, the rest due or some days late.
        if (occasion === 0) today = card.lastReviewDay;
        else if (occasion <= 2) today = card.lastReviewDay + Math.floor(card.interval / 2);
        else today = card.dueDay + late;
        load.add(card.dueDay, -1);
      }
      const outcome = rate(card, PRESSES[draw(20)] as Answer, today, student, plan);
      student = { ...student, calibration: outcome.calibration };
      // After about a dozen ratings a card gives way to a new one, as decks do grow.
      const after = outcome.card.reviewCount > 12 ? NEW_CARD : outcome.card;
      if (after.dueDay !== null) load.add(after.dueDay, 1);
      deck[next] = after;
      next = next + 1 === CARDS ? 0 : next + 1;
    }
  };
}

function ratingsPerSecond(rateBatch: () => void, forMs: number): number {
  const start = performance.now();
  let ratings = 0;
  let elapsed = 0;
  while (elapsed < forMs) {
    rateBatch();
    ratings += BATCH;
    elapsed = performance.now() - start;
  }
  return (ratings * 1000) / elapsed;
}

/** Measures how many ratings one core schedules in a second, over a deck with first, due, late, practice and same-day ratings, days kept even. */
async function benchScheduling(): Promise<{ ratingsPerSecond: number }> {
  const rateBatch = learner();
  ratingsPerSecond(rateBatch, WARM_UP_MS);
  return { ratingsPerSecond: Math.round(ratingsPerSecond(rateBatch, MEASURED_MS)) };
}

if (import.meta.main) {
  const measured = await benchScheduling();
  console.log(`${measured.ratingsPerSecond.toLocaleString("en")} ratings per second on one core (goal: 200,000)`);
}

export async function schedulingRows(): Promise<Row[]> {
  const { ratingsPerSecond } = await benchScheduling();
  return [atLeast("ratings scheduled per second, one core", ratingsPerSecond, 200_000)];
}
