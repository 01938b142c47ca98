import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldText } from "#folding.ts";

/** Any character of the planes in which characters decompose or have a case. */
const unit = fc.integer({ min: 0, max: 0x2_ffff }).map((code) => String.fromCodePoint(code));

describe("foldText", () => {
  it.each(
    Object.entries({
      Ácido: "acido",
      "A\u0301cido": "acido",
      "PINGÜINO, Ñandú": "pinguino, nandu",
      "H₂O, x², ½": "h2o, x2, 1\u20442",
      ﬁn: "fin",
      "İstanbul, STRASSE, Straße": "istanbul, strasse, straße",
      "ΟΔΟΣ, ὁδός": "οδοσ, οδοσ",
      "\u05d1\u05bc\u05b7": "\u05d1\u05b7\u05bc",
      が: "か\u3099",
      "": "",
    }),
  )("folds %j to %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("leaves every folded text unchanged", () => {
    const blockSize = 0x400;
    for (let first = 0; first <= 0x2_ffff; first += blockSize) {
      const block = Array.from({ length: blockSize }, (_, index) => String.fromCodePoint(first + index)).join(" ");
      const folded = foldText(block);
      if (foldText(folded) !== folded)
        expect.unreachable(`in the ${blockSize} characters from U+${first.toString(16)}`);
    }
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});
