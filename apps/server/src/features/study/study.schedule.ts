import { type Calibration, IDENTITY_CALIBRATION } from "@repasa/scheduler/calibration.ts";
import { localDateOf as dateOfDay, dayOf } from "@repasa/scheduler/days.ts";
import type { CardSchedule } from "@repasa/scheduler/schedule.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import { localDateOf, sameTimeAfter } from "#local-days.ts";
import type { CardRow, LearnerRow } from "./study.queries.ts";
import type { ScheduledState } from "./study.state.ts";

/** A stored card as the scheduler sees it: in local days of the user's present time zone. */
export function scheduleOf(card: CardRow, timeZone: string): CardSchedule {
  const { stability, memoryDifficulty, lastReviewDate, nextReviewAt } = card;
  const rated = stability !== null && memoryDifficulty !== null && lastReviewDate !== null && nextReviewAt !== null;
  return {
    memory: rated ? { stability, difficulty: memoryDifficulty } : null,
    lastReviewDay: rated ? dayOf(lastReviewDate) : null,
    dueDay: rated ? dayOf(localDateOf(nextReviewAt, timeZone)) : null,
    interval: card.interval,
    easeFactor: card.easeFactor,
    reviewCount: card.reviewCount,
    difficulty: card.difficulty,
  };
}

export function calibrationOf({ calibrationA: a, calibrationB: b }: LearnerRow): Calibration {
  return a === null || b === null ? IDENTITY_CALIBRATION : { a, b };
}

/** The product's settings with what this user chose instead. */
export function settingsOf(settings: SchedulerSettings, { desiredRetention }: LearnerRow): SchedulerSettings {
  return desiredRetention === null ? settings : { ...settings, desiredRetention };
}

/** What the log keeps of a stored card before it is rated. */
export function stateOf(card: CardRow, calibration: Calibration): ScheduledState {
  return {
    difficulty: card.difficulty,
    reviewCount: card.reviewCount,
    lastReviewedAt: card.lastReviewedAt?.toISOString() ?? null,
    lastReviewDate: card.lastReviewDate,
    nextReviewAt: card.nextReviewAt?.toISOString() ?? null,
    interval: card.interval,
    easeFactor: card.easeFactor,
    stability: card.stability,
    memoryDifficulty: card.memoryDifficulty,
    calibrationA: calibration.a,
    calibrationB: calibration.b,
  };
}

/**
 * What a rating leads to, as it is stored. A card falls due at the time of day of its review, so many local days
 * later; a due day that a practice left standing keeps its instant.
 */
export function ratedState(
  before: { schedule: CardSchedule; nextReviewAt: Date | null },
  after: { card: CardSchedule; calibration: Calibration },
  reviewedAt: Date,
  timeZone: string,
): ScheduledState {
  const { card, calibration } = after;
  const kept = card.dueDay === before.schedule.dueDay && before.nextReviewAt !== null;
  const nextReviewAt = kept ? before.nextReviewAt : sameTimeAfter(reviewedAt, card.interval, timeZone);
  return {
    difficulty: card.difficulty,
    reviewCount: card.reviewCount,
    lastReviewedAt: reviewedAt.toISOString(),
    lastReviewDate: card.lastReviewDay === null ? null : dateOfDay(card.lastReviewDay),
    nextReviewAt: nextReviewAt?.toISOString() ?? null,
    interval: card.interval,
    easeFactor: card.easeFactor,
    stability: card.memory?.stability ?? null,
    memoryDifficulty: card.memory?.difficulty ?? null,
    calibrationA: calibration.a,
    calibrationB: calibration.b,
  };
}

/** A card row with a state laid over it. */
export function withState(card: CardRow, state: ScheduledState): CardRow {
  return {
    ...card,
    difficulty: state.difficulty,
    reviewCount: state.reviewCount,
    lastReviewedAt: instantOrNull(state.lastReviewedAt),
    lastReviewDate: state.lastReviewDate,
    nextReviewAt: instantOrNull(state.nextReviewAt),
    interval: state.interval,
    easeFactor: state.easeFactor,
    stability: state.stability,
    memoryDifficulty: state.memoryDifficulty,
  };
}

function instantOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
