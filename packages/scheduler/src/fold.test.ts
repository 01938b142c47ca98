import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Calibration, IDENTITY_CALIBRATION, recalibrate } from "#calibration.ts";
import { fold, type LearnerState, type LoggedReview } from "#fold.ts";
import type { Learner } from "#learner.ts";
import { type CardSchedule, NEW_CARD, rate } from "#schedule.ts";
import { anyAnswers, anyLog, toCalibratingReview } from "#testing/arbitraries.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";

const NOTHING: LearnerState = { cards: new Map(), calibration: IDENTITY_CALIBRATION };
const replay = (log: readonly LoggedReview[], { cards, calibration } = NOTHING) =>
  fold(log, { ...BUTTON_LEARNER, calibration }, cards);

describe("fold", () => {
  it("returns the state of a new learner for an empty log", () => {
    expect(replay([])).toEqual({ cards: new Map(), calibration: IDENTITY_CALIBRATION, entries: [] });
  });

  it("equals rate called step by step", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const cards = new Map<number, CardSchedule>();
        let calibration: Calibration = IDENTITY_CALIBRATION;
        const entries = log.map((review) => {
          const card = cards.get(review.cardId) ?? NEW_CARD;
          const outcome = rate(card, review, review.day, { ...BUTTON_LEARNER, calibration });
          cards.set(review.cardId, outcome.card);
          calibration = outcome.calibration;
          return outcome.entry;
        });
        expect(replay(log)).toEqual({ cards, calibration, entries });
      }),
    );
  });

  it("equals rate called with the answers that the log's grades came from", () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const cards = new Map<number, CardSchedule>();
        let learner: Learner = BUTTON_LEARNER;
        const log = answers.map(({ cardId, answer, day }): LoggedReview => {
          const outcome = rate(cards.get(cardId) ?? NEW_CARD, answer, day, learner);
          cards.set(cardId, outcome.card);
          learner = { ...learner, calibration: outcome.calibration };
          const { grade, isCertain } = outcome.entry;
          return { cardId, grade, isCertain, day };
        });
        expect(replay(log)).toMatchObject({ cards, calibration: learner.calibration });
      }),
    );
  });

  it("can be split at any review and continued, and does not change the cards that it starts from", () => {
    fc.assert(
      fc.property(anyLog, fc.nat(60), (log, cut) => {
        const half = replay(log.slice(0, cut));
        const before = JSON.stringify([...half.cards]);
        const rest = replay(log.slice(cut), half);
        expect(JSON.stringify([...half.cards])).toBe(before);
        const whole = replay(log);
        expect(rest.cards).toEqual(whole.cards);
        expect(rest.calibration).toEqual(whole.calibration);
        expect([...half.entries, ...rest.entries]).toEqual(whole.entries);
      }),
    );
    expect(NOTHING.cards.size).toBe(0);
  });

  it("computes a card's memory from its own reviews alone", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const whole = replay(log).cards;
        for (const [id, card] of whole) {
          const alone = replay(log.filter(({ cardId }) => cardId === id)).cards.get(id);
          expect(alone?.memory).toEqual(card.memory);
        }
      }),
    );
  });

  it("returns entries from which recalibrate computes the calibration", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const { entries, calibration } = replay(log);
        expect(recalibrate(IDENTITY_CALIBRATION, entries.map(toCalibratingReview))).toEqual(calibration);
      }),
    );
  });

  it("computes the same calibration without a card's latest review as recalibrate without its entry", () => {
    fc.assert(
      fc.property(
        anyLog.filter((log) => log.length > 0),
        fc.nat(),
        (log, pick) => {
          const picked = log[pick % log.length]?.cardId;
          const latest = log.findLastIndex(({ cardId }) => cardId === picked);
          const remaining = replay(log).entries.toSpliced(latest, 1).map(toCalibratingReview);
          const undone = replay(log.toSpliced(latest, 1));
          expect(recalibrate(IDENTITY_CALIBRATION, remaining)).toEqual(undone.calibration);
        },
      ),
    );
  });
});
