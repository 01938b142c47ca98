import type { LoggedReview } from "#fold.ts";
import { createModel, type MemoryState, type Weights } from "#memory.ts";
import type { Grade } from "#rating.ts";
import { type CardSchedule, NEW_CARD, rate } from "#schedule.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";

/** Creates a generator of numbers from 0 to 1, which are the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

export type Truth = { readonly weights: Weights; readonly seed: number; readonly from?: number };

/**
 * Simulates the log of a learner whose memory follows known weights. Each day they study the cards that are due and
 * five new ones, and report every card that they do not recall. Three recalled answers in four are Good.
 *
 * @param reviews The number of reviews.
 */
export function simulateLog(reviews: number, { weights, seed, from = 20_000 }: Truth): LoggedReview[] {
  const truth = createModel(weights);
  const random = createRandom(seed);
  const log: LoggedReview[] = [];
  const cards: { memory: MemoryState; schedule: CardSchedule }[] = [];
  const press = (recall: number): Grade => {
    if (random() >= recall) return 1;
    const button = random();
    return button < 0.1 ? 2 : button < 0.85 ? 3 : 4;
  };
  for (let day = from; log.length < reviews; day++) {
    for (const [cardId, card] of cards.entries()) {
      if (Number(card.schedule.dueDay) > day) continue;
      const elapsed = day - Number(card.schedule.lastReviewDay);
      const recall = truth.recallAfter(card.memory, elapsed);
      const grade = press(recall);
      card.memory = truth.nextMemory(card.memory, elapsed, grade, recall);
      card.schedule = rate(card.schedule, grade, day, BUTTON_LEARNER).card;
      log.push({ cardId, grade, day });
    }
    for (let k = 0; k < 5; k++) {
      const grade = press(0.6);
      log.push({ cardId: cards.length, grade, day });
      cards.push({ memory: truth.firstMemory(grade), schedule: rate(NEW_CARD, grade, day, BUTTON_LEARNER).card });
    }
  }
  return log.slice(0, reviews);
}
