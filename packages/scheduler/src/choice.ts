import type { Day } from "#days.ts";
import { NO_PLAN } from "#plan.ts";
import { type CardSchedule, rate } from "#schedule.ts";

/**
 * Applies an answer that was chosen from options. Who recognises an answer need not recall it, so it is always practice and teaches
 * neither the memory nor the calibration anything:
 *
 * - A right answer changes nothing. Neither does any answer to a card that is new or already due.
 * - A wrong answer (grade 1) brings the card back on the day that {@link rate} would give a forgotten card in practice, unless it
 *   is due earlier anyway. Its memory and its last review remain, so the next review counts the days that really elapsed.
 *
 * The parameters are those of {@link rate}.
 *
 * @returns The card after the answer, the learner's calibration as it was, and the log entry, which is not scored.
 * @throws RangeError under the same conditions as {@link rate}.
 */
export const rateChoice: typeof rate = (card, rating, today, learner, plan = NO_PLAN) => {
  // No button has shown an interval for it.
  const asRating = rate(card, rating, today, learner, { ...plan, shown: undefined });
  const after = asRating.entry.grade === 1 ? bringNearer(card, asRating.card.dueDay) : card;
  return {
    card: after,
    calibration: learner.calibration,
    entry: {
      ...asRating.entry,
      scored: false,
      practice: true,
      intervalDays: after.dueDay === null ? 0 : after.dueDay - today,
    },
  };
};

function bringNearer(card: CardSchedule, day: Day | null): CardSchedule {
  const { memory, dueDay, lastReviewDay } = card;
  if (memory === null || dueDay === null || lastReviewDay === null || day === null) return card;
  // A traveller over the date line may answer on a day before that of the last review.
  const nearer = Math.max(day, lastReviewDay + 1);
  return nearer < dueDay ? { ...card, dueDay: nearer, interval: nearer - lastReviewDay } : card;
}
