import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useEntryState } from "#lib/use-entry-state.ts";

const renderEntryState = () => renderHook(() => useEntryState("sought", ""));

it("restores the value when the user returns to the entry, and not on another one", () => {
  window.history.pushState({ scrollKey: "k" }, "", "/folders");
  const { result, unmount } = renderEntryState();
  act(() => result.current[1]("célula"));
  expect(result.current[0]).toBe("célula");
  unmount();
  const entry = window.history.state;
  expect(entry).toEqual({ scrollKey: "k", sought: "célula" });
  window.history.pushState(null, "", "/folders");
  expect(renderEntryState().result.current[0]).toBe("");
  window.history.replaceState(entry, "");
  expect(renderEntryState().result.current[0]).toBe("célula");
});

it("works when the browser rejects changes of the entry", () => {
  const { replaceState } = window.history;
  const { result } = renderEntryState();
  try {
    window.history.replaceState = () => {
      throw new DOMException("Too many calls", "SecurityError");
    };
    act(() => result.current[1]("a"));
  } finally {
    window.history.replaceState = replaceState;
  }
  expect(result.current[0]).toBe("a");
});
