import { describe, expect, it } from "vitest";
import { createTapGuard } from "#features/study/study.taps.ts";

const touch = (timeStamp: number, clientX = 100, clientY = 700) => ({
  timeStamp,
  clientX,
  clientY,
  pointerType: "touch",
});

describe("taps", () => {
  it("refuses the second tap of a double tap on what the first one brought", () => {
    const guard = createTapGuard();
    guard.pressed(touch(1000));
    guard.pressed(touch(1150, 108, 706));
    expect(guard.accepts({ detail: 1 }, 1030)).toBe(false);
  });

  it("accepts a quick tap elsewhere, and a later one in the same place", () => {
    const guard = createTapGuard();
    guard.pressed(touch(1000));
    guard.pressed(touch(1150, 300));
    expect(guard.accepts({ detail: 1 }, 1030)).toBe(true);
    guard.pressed(touch(2000, 300));
    expect(guard.accepts({ detail: 1 }, 1200)).toBe(true);
  });

  it("refuses a press that began before the thing was there", () => {
    const guard = createTapGuard();
    guard.pressed(touch(1000));
    expect(guard.accepts({ detail: 1 }, 1001)).toBe(false);
  });

  it("refuses a mouse's double click, and accepts its two quick clicks", () => {
    const guard = createTapGuard();
    guard.pressed({ ...touch(1000), pointerType: "mouse" });
    guard.pressed({ ...touch(1100), pointerType: "mouse" });
    expect(guard.accepts({ detail: 2 }, 1010)).toBe(false);
    expect(guard.accepts({ detail: 1 }, 1010)).toBe(true);
  });

  it("never holds up keys and screen readers", () => {
    const guard = createTapGuard();
    expect(guard.accepts({ detail: 1 }, 5)).toBe(true);
    guard.pressed(touch(1000));
    expect(guard.accepts({ detail: 0 }, 2000)).toBe(true);
  });
});
