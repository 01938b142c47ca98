import { beforeEach, expect, it } from "vitest";
import type { Choice, SessionRating } from "#features/study/study.state.ts";
import {
  hasUsedForgotten,
  isForgottenHintDue,
  markForgottenButtonKnown,
} from "#features/study/summary/summary.forgotten-hint.ts";

beforeEach(() => localStorage.removeItem("knowsForgottenButton"));

const rated = (choice: Choice, mode?: SessionRating["mode"]): SessionRating => ({
  cardId: 1,
  reviewId: "r",
  choice,
  mode,
});
const THREE_HARD = [rated("hard"), rated("hard"), rated("hard")];

it("is due after three Difícil of cards that were turned over, whatever was typed or chosen", () => {
  expect(isForgottenHintDue(THREE_HARD)).toBe(true);
  for (const mode of ["type", "choose"] as const) {
    expect(isForgottenHintDue([...THREE_HARD, rated("forgotten", mode)])).toBe(true);
    expect(hasUsedForgotten([rated("forgotten", mode)])).toBe(false);
    expect(isForgottenHintDue([...THREE_HARD.slice(1), rated("hard", mode)])).toBe(false);
  }
  expect(isForgottenHintDue([...THREE_HARD, rated("forgotten")])).toBe(false);
  markForgottenButtonKnown();
  expect(isForgottenHintDue(THREE_HARD)).toBe(false);
});
