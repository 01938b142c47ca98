import { expect, it } from "vitest";
import { DEFAULT_WEIGHTS } from "#memory.ts";
import { meetCards } from "#testing/hinted-students.ts";

const session = { weights: DEFAULT_WEIGHTS, minutes: 600, seed: 1 };
const knownWith = (cueWorth: number | null) => meetCards({ ...session, cueWorth }).known;

it("knows more the more a cue is worth, and the same again with the same seed", () => {
  expect(knownWith(0)).toBeLessThan(knownWith(0.5));
  expect(knownWith(0.5)).toBeLessThan(knownWith(1));
  expect(knownWith(1)).toBe(knownWith(1));
});

it("lasts as long with hints as without", () => {
  for (const cueWorth of [null, 0, 1]) {
    const { met } = meetCards({ ...session, cueWorth });
    // A card takes 8 to 28 seconds.
    expect(met).toBeGreaterThan((600 * 60) / 28);
    expect(met).toBeLessThan((600 * 60) / 8);
  }
});
