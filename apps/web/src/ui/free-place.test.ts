// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Box, computeRise } from "#ui/free-place.ts";

const toast: Box = { left: 12, right: 378, top: 700, bottom: 764 };
const box = (top: number, bottom: number, left = 0, right = 390): Box => ({ top, bottom, left, right });

describe("the free place of a toast", () => {
  it("is its default position if nothing is in the way", () => {
    expect(computeRise(toast, [box(100, 150), box(764, 844), box(700, 764, 380, 390)], 0)).toBe(0);
  });

  it("is above each of the controls in the way", () => {
    expect(computeRise(toast, [box(720, 772)], 0)).toBe(764 - 712);
    expect(computeRise(toast, [box(720, 772), box(650, 710)], 0)).toBe(764 - 642);
  });

  it("does not exist above the ceiling", () => {
    expect(computeRise(toast, [box(720, 772)], 660)).toBeUndefined();
  });

  it("covers no control, wherever the controls are", () => {
    const control = fc
      .record({ top: fc.nat(844), height: fc.integer({ min: 1, max: 200 }), left: fc.nat(390), width: fc.nat(390) })
      .map(({ top, height, left, width }) => box(top, top + height, left, left + width));
    fc.assert(
      fc.property(fc.array(control, { maxLength: 12 }), (controls) => {
        const rise = computeRise(toast, controls, 0);
        if (rise === undefined) return;
        const [top, bottom] = [toast.top - rise, toast.bottom - rise];
        const covered = controls.filter(
          (other) => other.top < bottom && other.bottom > top && other.left < toast.right && other.right > toast.left,
        );
        expect(covered).toEqual([]);
      }),
    );
  });
});
