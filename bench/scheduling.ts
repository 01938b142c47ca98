import { type Learner, NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import type { Answer } from "@repasa/scheduler/rating.ts";
import { NEW_CARD, rate } from "@repasa/scheduler/schedule.ts";
import { DEFAULT_SCHEDULE_SETTINGS } from "../apps/server/src/features/schedule/schedule.defaults.ts";
import { atLeast, type Row } from "./row.ts";
import { sized } from "./size.ts";

const CARDS = sized(5000, 100);
const WARM_UP_MS = sized(300, 20);
const MEASURED_MS = sized(1500, 20);
const FIRST_DAY = 20_458;

/** The answers of an average learner, in twentieths: 2 not recalled, 3 Difícil, 11 Medio, 4 Fácil. */
const ANSWERS: readonly Answer[] = [
  ...Array<Answer>(2).fill({ difficulty: "hard", answerResult: "incorrect" }),
  ...Array<Answer>(3).fill({ difficulty: "hard", answerResult: "correct" }),
  ...Array<Answer>(11).fill({ difficulty: "medium", answerResult: "correct" }),
  ...Array<Answer>(4).fill({ difficulty: "easy", answerResult: "correct" }),
];

/** Returns a function that rates every card of a deck once, on time, late, as practice or again on the same day. */
function createRounds(): () => void {
  const deck = Array.from({ length: CARDS }, () => NEW_CARD);
  // Days that are 1,024 days apart are never used at the same time, so they share an element.
  const dueCounts = new Int32Array(1024);
  const plan = { load: (day: number) => dueCounts[day & 1023] ?? 0, weekdays: [1, 1, 1, 1, 1, 0.5, 0] };
  const addDue = (day: number, cards: number) => {
    dueCounts[day & 1023] = (dueCounts[day & 1023] ?? 0) + cards;
  };
  let learner: Learner = { ...NEW_LEARNER, settings: DEFAULT_SCHEDULE_SETTINGS };
  let seed = 1;
  const draw = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed >>> 8) % below;
  };
  return () => {
    for (const [index, card] of deck.entries()) {
      const occasion = draw(20);
      const late = draw(4);
      let today = FIRST_DAY;
      if (card.dueDay !== null && card.lastReviewDay !== null) {
        if (occasion === 0) today = card.lastReviewDay;
        else if (occasion <= 2) today = card.lastReviewDay + Math.floor(card.interval / 2);
        else today = card.dueDay + late;
        addDue(card.dueDay, -1);
      }
      const outcome = rate(card, ANSWERS[draw(20)] as Answer, today, learner, plan);
      learner = { ...learner, calibration: outcome.calibration };
      // A card that has been rated a dozen times is replaced by a new one, so that the deck has cards of all ages.
      const next = outcome.card.reviewCount > 12 ? NEW_CARD : outcome.card;
      if (next.dueDay !== null) addDue(next.dueDay, 1);
      deck[index] = next;
    }
  };
}

function measureRatingsPerSecond(rateDeck: () => void, forMs: number): number {
  const start = performance.now();
  let ratings = 0;
  let elapsed = 0;
  while (elapsed < forMs) {
    rateDeck();
    ratings += CARDS;
    elapsed = performance.now() - start;
  }
  return (ratings * 1000) / elapsed;
}

export async function measureScheduling(): Promise<Row[]> {
  const rateDeck = createRounds();
  measureRatingsPerSecond(rateDeck, WARM_UP_MS);
  return [atLeast("ratings scheduled per second, one core", measureRatingsPerSecond(rateDeck, MEASURED_MS), 200_000)];
}
