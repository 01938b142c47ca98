import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { difference, markMissing, type Segment } from "#difference.ts";
import { judge } from "#judge.ts";
import { readExamples } from "#testing/examples.ts";
import { anyLanguage, anyText } from "#testing/texts.ts";

/** Writes segments in one line: what is the same as it is, -missing-, +extra+ and [changed>to]. */
function format(segments: readonly Segment[]): string {
  const signs = {
    same: ({ accepted, typed }: Segment) => (accepted === typed ? accepted : `{${accepted}|${typed}}`),
    missing: ({ accepted }: Segment) => `-${accepted}-`,
    extra: ({ typed }: Segment) => `+${typed}+`,
    changed: ({ accepted, typed }: Segment) => `[${accepted}>${typed}]`,
  };
  return segments.map((segment) => signs[segment.kind](segment)).join("");
}

describe("difference", () => {
  it.each([
    ["mitocondria", "mitocodria", "es", "mitoco-n-dria"],
    ["mitocondria", "mitoccondria", "es", "mitoc+c+ondria"],
    ["mitocondria", "mitecondria", "es", "mit[o>e]condria"],
    ["hipertensión", "hipertension", "es", "hipertensi[ó>o]n"],
    ["La célula", "celulas", "es", "{La c|c}[é>e]lula+s+"],
    ["El gato", "la gato", "es", "{El gato|la gato}"],
    ["La La Land", "La Land", "es", "{La La Land|La Land}"],
    ["¡Hola!", "hola", "es", "{¡Hola!|hola}"],
    ["50 %", "50%", "es", "{50 %|50%}"],
    ["1.000", "1000", "es", "{1.000|1000}"],
    ["3,14", "3.15", "es", "{3,1|3.1}[4>5]"],
    ["H₂O", "h2", "es", "{H₂|h2}-O-"],
    ["«uno»  dos", "uno dos tres", "es", "{«uno»  dos|uno dos}+ tres+"],
    ["l'eau", "eau", "fr", "{l'eau|eau}"],
    ["niño", "nino", "es", "ni[ñ>n]o"],
    ["👨‍👩‍👧 a", "👨‍👩‍👦 a", "es", "[👨‍👩‍👧>👨‍👩‍👦] a"],
    ["e\u0301l", "él", "es", "él"],
    ["ATP", "ADN", "es", "-ATP-+ADN+"],
    [
      "El estribo, en el oído medio",
      "El cornete inferior",
      "es",
      "-El estribo, en el oído medio-+El cornete inferior+",
    ],
    ["algo", "", "es", "-algo-"],
    ["", "algo", "es", "+algo+"],
    ["", "", "es", ""],
  ])("marks what distinguishes %j from %j", (accepted, typed, language, marked) => {
    expect(format(difference(accepted, typed, { language }))).toBe(marked);
  });

  it("shows both texts as they are written, and marks nothing of one that is equal", () => {
    fc.assert(
      fc.property(anyText, anyText, anyLanguage, (accepted, typed, language) => {
        const segments = difference(accepted, typed, { language });
        expect(segments.map((segment) => segment.accepted).join("")).toBe(accepted.normalize("NFC"));
        expect(segments.map((segment) => segment.typed).join("")).toBe(typed.normalize("NFC"));
        for (const { kind, accepted: one, typed: other } of segments) {
          if (kind === "missing") expect([one === "", other]).toEqual([false, ""]);
          if (kind === "extra") expect([one, other === ""]).toEqual(["", false]);
          if (kind === "changed") expect(one === "" || other === "").toBe(false);
        }
        const kinds = difference(accepted, accepted, { language }).map(({ kind }) => kind);
        expect(kinds.every((kind) => kind === "same")).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("marks nothing of a right text, and something of any other one that is not empty", () => {
    for (const { accepted, typed, options } of readExamples()) {
      const { verdict, nearest } = judge(accepted, typed, options);
      if (/SS/.test(accepted + typed) || verdict === "wrong") continue;
      const marked = difference(nearest, typed, options).filter(({ kind }) => kind !== "same");
      expect([nearest, typed, marked.length === 0]).toEqual([nearest, typed, verdict === "right"]);
    }
  });
});

describe("markMissing", () => {
  it("marks the missing items in a list as it is written", () => {
    expect(markMissing("- rojo\n- azul\n- verde", ["azul"])).toEqual([
      { kind: "same", accepted: "- rojo\n- ", typed: "" },
      { kind: "missing", accepted: "azul", typed: "" },
      { kind: "same", accepted: "\n- verde", typed: "" },
    ]);
    expect(markMissing("a) a\r\nb) b", ["a"]).map(({ accepted }) => accepted)).toEqual(["a) ", "a", "\r\nb) b"]);
    expect(markMissing("uno\ndos\ntres", [])).toEqual([{ kind: "same", accepted: "uno\ndos\ntres", typed: "" }]);
  });
});
