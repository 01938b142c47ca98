// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { StudyCard } from "#features/study/study.state.ts";
import { askCard } from "#features/study/typing/typing.asking.ts";
import { sampleQueuedCard } from "#testing/sample-reviews.ts";

const TYPED = { isTyped: true, isOnLadder: false };
const TURNED_OVER = { isTyped: false, isOnLadder: false };
const ON_LADDER = { isTyped: true, isOnLadder: true };

const known = (changes: Partial<StudyCard> = {}): StudyCard => ({
  ...sampleQueuedCard({ id: 1, front: "Hueso del muslo", back: "el fémur", nextReviewDate: "2026-03-10" }),
  recall: 0.9,
  ...changes,
});
const long = { back: "una respuesta que nadie escribiría en un teléfono" };

describe("askCard", () => {
  it.each([
    ["a known card", {}, TYPED],
    ["a new card", { nextReviewDate: null, recall: null }, ON_LADDER],
    ["a card that was forgotten the last time", { forgotten: true }, ON_LADDER],
    ["a card that is hardly recalled", { recall: 0.599 }, ON_LADDER],
    ["a card that is rather recalled", { recall: 0.6 }, TYPED],
    ["a card without a recall, as an earlier version stored it", { recall: null }, TYPED],
    ["a card that was forgotten in this session", { recall: 0.9, lastChoice: "forgotten" }, ON_LADDER],
    ["a card that was recalled in this session", { recall: 0.1, forgotten: true, lastChoice: "hard" }, TYPED],
    ["a new card that was recalled in this session", { nextReviewDate: null, lastChoice: "medium" }, TYPED],
    ["a new card with a long answer", { ...long, nextReviewDate: null }, TURNED_OVER],
    ["a new card with a list", { back: "- uno\n- dos", format: "markdown", nextReviewDate: null }, TURNED_OVER],
  ] as const)("asks %s by what is known of it", (_, changes, expected) => {
    expect(askCard(known(changes), "adapt", undefined)).toEqual(expected);
  });

  it("knows a ladder only where the folder adapts", () => {
    const fresh = known({ nextReviewDate: null });
    expect(askCard(fresh, "flip", undefined)).toEqual(TURNED_OVER);
    expect(askCard(fresh, "mix", undefined)).toEqual(TYPED);
    expect(askCard(fresh, "type", undefined)).toEqual(TYPED);
    expect(askCard({ ...fresh, ...long }, "mix", undefined)).toEqual(TURNED_OVER);
  });

  it("follows the student's choice for the session, and leaves the ladder where it is", () => {
    const fresh = known({ nextReviewDate: null });
    expect(askCard(fresh, "adapt", false)).toEqual(TURNED_OVER);
    expect(askCard(fresh, "adapt", true)).toEqual(ON_LADDER);
    expect(askCard({ ...fresh, ...long }, "adapt", true)).toEqual(TYPED);
    expect(askCard(fresh, "flip", true)).toEqual(TYPED);
  });
});
