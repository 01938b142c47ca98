import { expect, it } from "vitest";
import { shortened } from "#lib/shortened.ts";

it("cuts a long text, but never splits an emoji", () => {
  expect(shortened("célula", 6)).toBe("célula");
  expect(shortened("mitocondria", 4)).toBe("mito…");
  expect(shortened("abc👩‍🔬def", 6)).toBe("abc…");
});
