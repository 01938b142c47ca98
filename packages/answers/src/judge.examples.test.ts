import { describe, expect, it } from "vitest";
import { judge } from "#judge.ts";
import { readExamples } from "#testing/examples.ts";

describe("judge", () => {
  const examples = readExamples();

  it("is shown by at least 300 examples", () => {
    expect(examples.length).toBeGreaterThan(300);
    expect(new Set(examples.map(({ line, options }) => line + options.language)).size).toBe(examples.length);
  });

  it.each(examples)("returns the verdict of the example $line", ({ accepted, typed, verdict, options }) => {
    expect(judge(accepted, typed, options).verdict).toBe(verdict);
  });
});
