import { describe, expect, it } from "vitest";
import { toDayNumber, toLocalDate } from "#days.ts";
import type { Learner } from "#learner.ts";
import type { Answer } from "#rating.ts";
import { NEW_CARD, rate } from "#schedule.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";
// A change of this file moves the due dates of all learners, so it needs a decision and not just a new snapshot.
import golden from "./schedule.golden.json" with { type: "json" };

const ANSWERS: Record<string, Answer> = {
  hard: { difficulty: "hard", answerResult: "correct" },
  medium: { difficulty: "medium", answerResult: "correct" },
  easy: { difficulty: "easy", answerResult: "correct" },
  forgotten: { difficulty: "hard", answerResult: "incorrect" },
};

/** The learner of the sequences, who presses "No la recordé" for cards that they do not recall. */
const SAYS_FORGOTTEN: Learner = {
  ...BUTTON_LEARNER,
  calibration: { ...BUTTON_LEARNER.calibration, hardSinceForgotten: 0 },
};

describe("golden sequences", () => {
  it.each(golden.sequences)("$name", ({ rows }) => {
    let card = NEW_CARD;
    let { calibration } = SAYS_FORGOTTEN;
    const replayed = rows.map(([date, answer]) => {
      const rating = ANSWERS[String(answer)];
      if (rating === undefined) throw new Error(`No such answer: ${answer}`);
      const today = toDayNumber(String(date));
      ({ card, calibration } = rate(card, rating, today, { ...SAYS_FORGOTTEN, calibration }));
      return [
        toLocalDate(today),
        answer,
        card.interval,
        card.memory?.stability,
        card.memory?.difficulty,
        card.easeFactor,
        Number(calibration.a.toFixed(9)),
        Number(calibration.b.toFixed(9)),
      ];
    });
    expect(replayed).toEqual(rows);
  });

  it("start with the intervals that the landing page promises", () => {
    const first = new Map(golden.sequences.map(({ rows }) => [rows[0]?.[1], rows[0]?.[2]]));
    expect(Object.fromEntries(first)).toEqual({ hard: 1, medium: 3, easy: 7, forgotten: 1 });
  });
});
