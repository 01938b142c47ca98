import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minimize } from "#minimum.ts";

/** Creates a quadratic loss with its minimum at a point; `slant` rotates its axes. */
function bowl([x, y]: readonly [number, number], slant: number) {
  return (point: Float64Array) => {
    const [u, v] = [(point[0] as number) - x, (point[1] as number) - y];
    const loss = u * u + v * v + slant * u * v;
    return {
      loss,
      slopes: Float64Array.of(2 * u + slant * v, 2 * v + slant * u),
      curvature: Float64Array.of(2, 0, slant, 2),
    };
  };
}

const box = { min: Float64Array.of(-1, -1), max: Float64Array.of(1, 1) };
const anywhere = fc.double({ min: -3, max: 3, noNaN: true });
const inside = fc.double({ min: -1, max: 1, noNaN: true });

describe("minimize", () => {
  it("finds the minimum of a quadratic loss within the box", () => {
    fc.assert(
      fc.property(inside, inside, inside, inside, inside, (x, y, slant, u, v) => {
        const found = minimize(bowl([x, y], slant), Float64Array.of(u, v), box);
        expect(found[0]).toBeCloseTo(x, 2);
        expect(found[1]).toBeCloseTo(y, 2);
      }),
    );
  });

  it("returns a point in the box that is no higher than the start and from which no small step leads down", () => {
    fc.assert(
      fc.property(anywhere, anywhere, inside, inside, inside, (x, y, slant, u, v) => {
        const lossAt = bowl([x, y], slant);
        const start = Float64Array.of(u, v);
        const found = minimize(lossAt, start, box);
        const { loss } = lossAt(found);
        expect(loss).toBeLessThanOrEqual(lossAt(start).loss);
        for (const [i, value] of found.entries()) {
          expect(Math.abs(value)).toBeLessThanOrEqual(1);
          for (const by of [-0.1, 0.1]) {
            const beside = found.with(i, Math.min(1, Math.max(-1, value + by)));
            expect(lossAt(beside).loss).toBeGreaterThanOrEqual(loss - 1e-3);
          }
        }
      }),
    );
  });

  it("converges even if the curvature is underestimated", () => {
    const steep = (point: Float64Array) => {
      const off = (point[0] as number) - 0.3;
      return { loss: 50 * off ** 2, slopes: Float64Array.of(100 * off), curvature: Float64Array.of(10) };
    };
    const one = { min: Float64Array.of(-10), max: Float64Array.of(10) };
    expect(minimize(steep, Float64Array.of(1), one)[0]).toBeCloseTo(0.3, 2);
  });

  it("returns the start if the loss is not a number", () => {
    const nowhere = () => ({ loss: Number.NaN, slopes: Float64Array.of(1), curvature: Float64Array.of(1) });
    const one = { min: Float64Array.of(0), max: Float64Array.of(1) };
    expect(minimize(nowhere, Float64Array.of(0.5), one)).toEqual(Float64Array.of(0.5));
  });
});
