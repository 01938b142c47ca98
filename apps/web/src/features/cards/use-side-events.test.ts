import { renderHook } from "@testing-library/react";
import type { KeyboardEvent } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Tool } from "#features/cards/cards.editing.ts";
import { useSideEvents } from "#features/cards/use-side-events.ts";

afterEach(() => vi.restoreAllMocks());

/** The tool that a key takes, on a computer of that make. */
function toolOn(platform: string, held: { ctrlKey?: boolean; metaKey?: boolean }): Tool | undefined {
  vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
  const onTool = vi.fn();
  const { result } = renderHook(() => useSideEvents({ area: { current: null }, onTool, onFiles: () => {} }));
  const key = { code: "KeyE", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, repeat: false, ...held };
  result.current.onKeyDown({ ...key, preventDefault: () => {} } as KeyboardEvent<HTMLTextAreaElement>);
  return onTool.mock.calls[0]?.[0];
}

describe("the key of a tool", () => {
  it("uses Command on a Mac, where Control belongs to the text field", () => {
    expect(toolOn("MacIntel", { metaKey: true })).toBe("code");
    expect(toolOn("MacIntel", { ctrlKey: true })).toBeUndefined();
    expect(toolOn("Win32", { ctrlKey: true })).toBe("code");
  });
});
