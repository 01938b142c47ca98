// The entry point of the published package, and the only file that exports what others define (decision 021). The apps
// of this repository import the files themselves.
export type { Calibration } from "#calibration.ts";
export { rateChoice } from "#choice.ts";
export { type Day, toDayNumber, toLocalDate } from "#days.ts";
export type { DueCard } from "#due-day.ts";
export { fold, type LearnerState, type LoggedReview } from "#fold.ts";
export {
  type Band,
  type CourseDay,
  type ExamAhead,
  type ExamForecast,
  forecastExam,
  forecastIfStopped,
} from "#forecast.ts";
export type { Habits, StudyAhead } from "#futures.ts";
export { type Learner, NEW_LEARNER } from "#learner.ts";
export { createModel, type MemoryModel, type MemoryState, type Weights } from "#memory.ts";
export type { DayPlan } from "#plan.ts";
export { createQueuePreviewer } from "#previews.ts";
export type { Answer, Difficulty, Grade, GradedAnswer } from "#rating.ts";
export { isRefitDue, type PredictionError, type Refit, refit, refold } from "#refit.ts";
export { rescheduleForExam } from "#reschedule.ts";
export {
  type CardSchedule,
  type Intervals,
  NEW_CARD,
  predictRecall,
  previewIntervals,
  type Rating,
  type RatingOutcome,
  type ReviewEntry,
  rate,
} from "#schedule.ts";
export { DEFAULT_SETTINGS, type SchedulerSettings } from "#settings.ts";
