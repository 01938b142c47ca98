import { describe, expect, it } from "vitest";
import { judge } from "#judge.ts";
import { readList, splitItems } from "#lists.ts";

describe("readList", () => {
  it.each([
    ["- rojo\n- azul", ["rojo", "azul"], false],
    ["1. uno\n2) dos", ["uno", "dos"], true],
    ["a) uno\nb) dos", ["uno", "dos"], true],
    ["1. uno\n- dos", ["uno", "dos"], false],
    ["uno\n\ndos\ntres", ["uno", "dos", "tres"], false],
  ])("reads %j", (answer, items, isOrdered) => {
    expect(readList(answer)).toEqual({ items, isOrdered });
  });

  it.each([
    "coche\nauto",
    "- coche",
    "rojo; azul; verde",
    `uno\ndos\n${"a".repeat(61)}`,
    "uno\ndos\na b c d e f g h i",
    "coche; auto\nmoto\nbici",
  ])("finds that %j is none", (answer) => {
    expect(readList(answer)).toBeNull();
  });
});

describe("splitItems", () => {
  it("parts lines, or commas, semicolons and a last y", () => {
    expect(splitItems("1. uno\n2. dos, tres", 2)).toEqual(["uno", "dos, tres"]);
    expect(splitItems("uno, dos; tres y cuatro", 4)).toEqual(["uno", "dos", "tres", "cuatro"]);
    expect(splitItems("Francia y Italia, España", 2)).toEqual(["Francia y Italia", "España"]);
  });
});

describe("judge of a list", () => {
  it("says what is missing, and for which item each text stands", () => {
    expect(judge("- rojo\n- azul\n- verde", "berde, rojo, rosa")).toMatchObject({
      verdict: "wrong",
      missing: ["azul"],
      items: [
        { typed: "berde", nearest: "verde", verdict: "close" },
        { typed: "rojo", nearest: "rojo", verdict: "right" },
        { typed: "rosa", nearest: null, verdict: "wrong" },
      ],
    });
    expect(judge("- rojo\n- azul", "azul y rojo")).toMatchObject({ verdict: "right", missing: [] });
    expect(judge("rojo", "rojo")).toMatchObject({ missing: [], items: [] });
  });

  it("tells an item in another place of an ordered list from one that is none", () => {
    expect(judge("1. uno\n2. dos\n3. tres", "dos\nuno\nmil")).toMatchObject({
      verdict: "wrong",
      missing: ["tres"],
      items: [
        { typed: "dos", nearest: "dos", verdict: "wrong" },
        { typed: "uno", nearest: "uno", verdict: "wrong" },
        { typed: "mil", nearest: null, verdict: "wrong" },
      ],
    });
  });

  it("takes what is right before what has a slip", () => {
    expect(judge("- hierros\n- hierro", "hierro, hierros").verdict).toBe("right");
  });
});
