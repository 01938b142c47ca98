// @vitest-environment node
import { describe, expect, it } from "vitest";
import { createTapGuard } from "#features/study/session/session.taps.ts";

const touch = (timeStamp: number, clientX = 100, clientY = 700) => ({
  timeStamp,
  clientX,
  clientY,
  pointerType: "touch",
});

describe("taps", () => {
  it("are ignored as the second of a double tap on an element that appeared after the first", () => {
    const guard = createTapGuard();
    guard.pressed(touch(1000));
    guard.pressed(touch(1150, 108, 706));
    expect(guard.accepts({ detail: 1 }, 1030)).toBe(false);
  });

  it("are accepted if quick elsewhere, or later in the same place", () => {
    const guard = createTapGuard();
    guard.pressed(touch(1000));
    guard.pressed(touch(1150, 300));
    expect(guard.accepts({ detail: 1 }, 1030)).toBe(true);
    guard.pressed(touch(2000, 300));
    expect(guard.accepts({ detail: 1 }, 1200)).toBe(true);
  });

  it("are ignored if the press began before the element appeared", () => {
    const guard = createTapGuard();
    guard.pressed(touch(1000));
    expect(guard.accepts({ detail: 1 }, 1001)).toBe(false);
  });

  it("are ignored for a double click of a mouse, and accepted for two quick clicks", () => {
    const guard = createTapGuard();
    guard.pressed({ ...touch(1000), pointerType: "mouse" });
    guard.pressed({ ...touch(1100), pointerType: "mouse" });
    expect(guard.accepts({ detail: 2 }, 1010)).toBe(false);
    expect(guard.accepts({ detail: 1 }, 1010)).toBe(true);
  });

  it("are always accepted from keys and screen readers", () => {
    const guard = createTapGuard();
    expect(guard.accepts({ detail: 1 }, 5)).toBe(true);
    guard.pressed(touch(1000));
    expect(guard.accepts({ detail: 0 }, 2000)).toBe(true);
  });
});
