import type { Day } from "@repasa/scheduler/days.ts";
import { type DueCard, isDueForExam } from "@repasa/scheduler/due-day.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { DayPlan } from "@repasa/scheduler/plan.ts";
import { createQueuePreviewer } from "@repasa/scheduler/previews.ts";
import { type CardSchedule, predictRecall, previewIntervals } from "@repasa/scheduler/schedule.ts";

/**
 * The intervals after each button, in days from today.
 *
 * - `sameForExam`: present if medium and easy have the same interval because of an exam.
 */
type NextIntervals = { hard: number; medium: number; easy: number; sameForExam?: true | undefined };

/**
 * The facts of a card in a queue.
 *
 * - `recall`: the probability of recall today, 0 to 1 in thousandths; null for a new card.
 * - `exam`: the exam that determined the due date; undefined if none did.
 */
export type QueueFacts = {
  readonly nextIntervals: NextIntervals;
  readonly recall: number | null;
  readonly exam: DecidingExam | undefined;
};

export type DecidingExam = { name: string; date: LocalDate };

/** An exam after today. */
export type ExamAhead = DecidingExam & { day: Day };

/**
 * Returns a function that computes the facts of a card in a queue. It must be called for each card in the order of study, from
 * the head on, because each preview takes the cards before it into account.
 *
 * @param planOf Returns the plan for a card with a due day (null for a new card), without its exam.
 */
export function createFactsOf(day: Day, learner: Learner, planOf: (dueDay: Day | null) => DayPlan) {
  const preview = createQueuePreviewer(day, learner);
  return (card: CardSchedule, exam: ExamAhead | undefined): QueueFacts => {
    const { hard, medium, easy } = preview(card, { ...planOf(card.dueDay), examDay: exam?.day });
    const intervals = { hard, medium, easy };
    const isSame = exam !== undefined && areSameForExam(intervals, card, day, exam.day, learner);
    return {
      nextIntervals: isSame ? { ...intervals, sameForExam: true } : intervals,
      recall: roundToThousandths(predictRecall(card, day, learner)),
      exam: findDecidingExam(card, exam, learner),
    };
  };
}

/** 100 x the stability after a rating / before it, as in `easeFactor`. A card that was recalled has a greater one. */
const UNCHANGED = 100;

/**
 * Returns whether the last rating of a card says that it was not recalled, as its memory shows: not recalling a card lowers its
 * stability, and Difícil does not, except on the day of another rating. A first rating is known by the stability that it gave.
 *
 * @param learner The learner whose weights have given the memory.
 */
export function wasForgotten(
  { memory, difficulty, reviewCount, easeFactor }: CardSchedule,
  { model }: Pick<Learner, "model">,
): boolean {
  if (memory === null || difficulty !== "hard") return false;
  if (reviewCount > 1) return easeFactor < UNCHANGED;
  // Halfway between both, because a Difícil without the recall bit counts as a mixture of them.
  return memory.stability ** 2 < model.firstMemory(1).stability * model.firstMemory(2).stability;
}

/** Returns whether medium and easy bring a card back on one day before an exam, but on different days without the exam. */
function areSameForExam(
  { medium, easy }: NextIntervals,
  card: CardSchedule,
  day: Day,
  examDay: Day,
  learner: Learner,
): boolean {
  if (medium !== easy || day + easy >= examDay) return false;
  const usual = previewIntervals(card, day, learner);
  return usual.medium < usual.easy;
}

/** Returns the exam that a card is scheduled for, if the card's due day was determined by it. */
export function findDecidingExam(
  card: DueCard,
  exam: ExamAhead | undefined,
  learner: Learner,
): DecidingExam | undefined {
  return exam && isDueForExam(card, exam.day, learner) ? { name: exam.name, date: exam.date } : undefined;
}

function roundToThousandths(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1000) / 1000;
}
