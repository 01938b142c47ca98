import fc from "fast-check";
import { fold } from "#fold.ts";
import type { ExamAhead } from "#forecast.ts";
import { DEFAULT_WEIGHTS } from "#memory.ts";
import { NEW_CARD } from "#schedule.ts";
import { anyCalibration } from "#testing/arbitraries.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";
import { simulateLog } from "#testing/simulated-log.ts";

export type ExamShape = {
  readonly seen: number;
  readonly unseen: number;
  readonly days: number;
  readonly seed: number;
};

/** Creates an exam on cards of three folders, some of which have been studied for weeks. */
export function createExam({ seen, unseen, days, seed }: ExamShape): ExamAhead {
  const log = simulateLog(6 * seen, { weights: DEFAULT_WEIGHTS, seed }).filter(({ cardId }) => cardId < seen);
  const { cards, calibration } = fold(log, BUTTON_LEARNER);
  const today = Number(log.at(-1)?.day ?? 20_000) + 1;
  return {
    cards: Array.from({ length: cards.size + unseen }, (_, i) => ({
      id: 100 + i,
      folderId: 1 + (i % 3),
      schedule: cards.get(i) ?? NEW_CARD,
    })),
    today,
    examDay: today + days,
    learner: { ...BUTTON_LEARNER, calibration },
    plan: {},
    newCardsOn: () => 8,
    attendance: 0.9,
    pressed: { first: [0, 0, 0, 0], recalled: [0, 0, 0] },
    scored: 500,
    seconds: { review: 8, newCard: 15 },
  };
}

/** An exam of any learner, possibly after missed days, with few cards or none. */
export const anyExam: fc.Arbitrary<ExamAhead> = fc
  .record({
    shape: fc.record({ seen: fc.nat(30), unseen: fc.nat(30), days: fc.nat(40), seed: fc.nat(1000) }),
    missed: fc.nat(20),
    calibration: anyCalibration,
    newCardsOn: fc.double({ min: 0, max: 12, noNaN: true }).map((perDay) => () => perDay),
    attendance: fc.double({ min: 0, max: 1, noNaN: true }),
    scored: fc.nat(5000),
  })
  .map(({ shape, missed, calibration, ...rest }) => {
    const exam = createExam(shape);
    const today = exam.today + missed;
    return { ...exam, ...rest, today, examDay: today + shape.days, learner: { ...BUTTON_LEARNER, calibration } };
  });
