// @vitest-environment node
import { describe, expect, it } from "vitest";
import { createVersionSide, type EditedTexts, findDifferences } from "#features/cards/versions/versions.texts.ts";

const texts: EditedTexts = { front: "sol", back: "sun", tags: ["a", "b"], format: "plain" };

describe("findDifferences", () => {
  it("finds each field that differs, and nothing in equal texts", () => {
    expect([...findDifferences(texts, { ...texts, tags: ["b", "a"] })]).toEqual([]);
    expect([...findDifferences(texts, { ...texts, back: "the sun", tags: ["a"] })]).toEqual(["back", "tags"]);
    expect([...findDifferences(texts, { ...texts, front: "Sol", format: "markdown" })]).toEqual(["front", "format"]);
  });
});

describe("createVersionSide", () => {
  it("shows gaps as they were typed, and draws other Markdown", () => {
    const gap = "La {{c1::luna}} gira";
    expect(createVersionSide(gap, "markdown")).toEqual({ text: gap, format: "plain" });
    expect(createVersionSide("**luna**", "markdown").format).toBe("markdown");
  });
});
