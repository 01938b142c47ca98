import { renderHook } from "@testing-library/react";
import type { KeyboardEvent } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Tool } from "#features/cards/editor/editor.tools.ts";
import { useSideEvents } from "#features/cards/editor/use-side-events.ts";

afterEach(() => vi.restoreAllMocks());

/** Returns the tool that the key E selects with these modifier keys on a platform. */
function pressToolKey(platform: string, modifiers: Partial<KeyboardEvent>): Tool | undefined {
  vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
  const onTool = vi.fn();
  const { result } = renderHook(() => useSideEvents({ area: { current: null }, onTool, onFiles: () => {} }));
  const key = {
    code: "KeyE",
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    repeat: false,
    ...modifiers,
  };
  result.current.onKeyDown({ ...key, preventDefault: () => {} } as KeyboardEvent<HTMLTextAreaElement>);
  return onTool.mock.calls[0]?.[0];
}

describe("useSideEvents", () => {
  it("selects a tool with Command on a Mac, where Control belongs to the text field", () => {
    expect(pressToolKey("MacIntel", { metaKey: true })).toBe("code");
    expect(pressToolKey("MacIntel", { ctrlKey: true })).toBeUndefined();
    expect(pressToolKey("Win32", { ctrlKey: true })).toBe("code");
    expect(pressToolKey("Win32", { ctrlKey: true, shiftKey: true, code: "KeyC" })).toBe("gap");
  });
});
