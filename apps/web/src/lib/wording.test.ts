// @vitest-environment node
import { describe, expect, it } from "vitest";
import { percentBand } from "#lib/wording.ts";

describe("percentBand", () => {
  it.each([
    [0.66, 0.914, "entre el 66 % y el 91 %"],
    [0, 1, "entre el 0 % y el 100 %"],
    [0.401, 0.404, "en torno al 40 %"],
  ])("describes %d to %d", (low, high, text) => {
    expect(percentBand(low, high).replaceAll("\u00a0", " ")).toBe(text);
  });
});
