import { act, fireEvent, renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { usePlace } from "#features/cards/list/use-place.ts";
import { sampleCard } from "#testing/sample-data.ts";

beforeEach(() => window.history.replaceState({ place: { cardId: 2, top: 40 } }, ""));

const first = [sampleCard({ id: 1 })];
const both = [...first, sampleCard({ id: 2 })];

function place() {
  return renderHook(({ cards, hasMore }) => usePlace(cards, hasMore), {
    initialProps: { cards: first, hasMore: true },
  });
}

it("searches for the last card shown until it is loaded, but not again when it is deleted", () => {
  const { result, rerender } = place();
  expect(result.current).toEqual({ startAt: undefined, isMissing: true });
  rerender({ cards: both, hasMore: true });
  expect(result.current).toEqual({ startAt: { index: 1, top: 40 }, isMissing: false });
  rerender({ cards: first, hasMore: true });
  expect(result.current.isMissing).toBe(false);
});

it("searches a whole list only once", () => {
  const { result, rerender } = place();
  rerender({ cards: first, hasMore: false });
  rerender({ cards: first, hasMore: true });
  expect(result.current.isMissing).toBe(false);
});

it.each(["wheel", "keydown", "touchstart", "pointerdown"])(
  "stops restoring the position when the user moves on: %s",
  (event) => {
    const { result, rerender } = place();
    act(() => void fireEvent(document.body, new Event(event, { bubbles: true })));
    expect(result.current.isMissing).toBe(false);
    rerender({ cards: both, hasMore: true });
    expect(result.current.startAt).toBeUndefined();
  },
);
