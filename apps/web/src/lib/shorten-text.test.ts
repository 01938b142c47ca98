// @vitest-environment node
import { expect, it } from "vitest";
import { shortenText } from "#lib/shorten-text.ts";

it("cuts a long text without splitting an emoji", () => {
  expect(shortenText("célula", 6)).toBe("célula");
  expect(shortenText("mitocondria", 4)).toBe("mito…");
  expect(shortenText("abc👩‍🔬def", 6)).toBe("abc…");
});
