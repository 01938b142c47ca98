import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReader } from "#forms.ts";
import { judge, judgeGaps } from "#judge.ts";
import { findWords } from "#languages.ts";
import { normalize } from "#normal-form.ts";
import { readExamples } from "#testing/examples.ts";
import { anyLanguage, anyText } from "#testing/texts.ts";

const examples = readExamples();
const example = fc.constantFrom(...examples);

describe("judge", () => {
  it("accepts any answer with content as it is written, and each text that it accepts", () => {
    fc.assert(
      fc.property(anyText, anyLanguage, fc.boolean(), (answer, language, strictAccents) => {
        fc.pre(normalize(answer, findWords(language)) !== "");
        const options = { language, strictAccents };
        expect(judge(answer, answer, options).verdict).toBe("right");
        for (const { written, full } of createReader(language).readAnswer(answer)) {
          if (full !== "") expect(judge(answer, written, options).verdict).toBe("right");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("finds a typed text without content wrong", () => {
    const empty = fc.string({ unit: fc.constantFrom(..." .,:;…¡!¿?\"'«»\n\u200b\u00a0") });
    fc.assert(
      fc.property(anyText, empty, (answer, typed) => {
        expect(judge(answer, typed).verdict).toBe("wrong");
      }),
    );
  });

  it("does not depend on case, composition, white space, quotes and punctuation at the ends", () => {
    const changes = fc.constantFrom(
      (text: string) => text.normalize("NFD"),
      (text: string) => text.normalize("NFC"),
      (text: string) => `  «${text}»! `,
      (text: string) => `¿${text.replaceAll(" ", " \u00a0")}?`,
      (text: string) => [...text].map((letter) => lowerOneToOne(letter)).join("\u200b"),
    );
    fc.assert(
      fc.property(example, changes, changes, ({ accepted, typed, verdict, options }, change, other) => {
        fc.pre(!/SS|^[.,]\d/.test(accepted + typed) && typed.trim() !== "" && !/^[.,]/.test(typed.trim()));
        expect(judge(accepted.normalize("NFD"), change(other(typed)), options).verdict).toBe(verdict);
      }),
      { numRuns: 1000 },
    );
  });

  it("is symmetric between two plain words, except close, which counts the letters of the answer", () => {
    fc.assert(
      fc.property(anyText, anyText, anyLanguage, (one, other, language) => {
        const [plain, alike] = [one, other].map((text) => text.replace(/[()（）;/\n\r\u2028\u2029]/g, ""));
        const verdicts = [judge(plain ?? "", alike ?? "", { language }), judge(alike ?? "", plain ?? "", { language })];
        const [first, second] = verdicts.map(({ verdict }) => (verdict === "close" ? "wrong" : verdict));
        expect(first).toBe(second);
      }),
      { numRuns: 500 },
    );
  });

  it("never finds another card's answer close, nor right because of its accents", () => {
    fc.assert(
      fc.property(example, fc.constantFrom("hablo", "sesenta", "otra cosa"), ({ accepted, typed, options }, other) => {
        const alone = judge(accepted, typed, options).verdict;
        const beside = judge(accepted, typed, { ...options, others: [other, typed] });
        if (alone === "right") expect(beside.verdict).toBe("right");
        else {
          expect(beside.verdict).toBe("wrong");
          if (createReader(options.language).readText(typed, false).full === "") return;
          const owner = [other, typed][beside.belongsTo ?? -1] ?? "";
          expect(judge(owner, typed, options).verdict).toBe("right");
        }
      }),
      { numRuns: 600 },
    );
  });

  it("finds the card to which a text belongs among those that accept several texts", () => {
    const others = ["una", "la hipoxia (falta de oxígeno)", "ÉL / ella", "Maße", "1.500 km"];
    const find = (typed: string, language = "es") => judge("otra cosa", typed, { others, language }).belongsTo;
    expect(["hipoxia", "ella", "el", "MASSE", "1500km", "hipoxia falta", "una"].map((typed) => find(typed))).toEqual([
      1,
      2,
      2,
      3,
      4,
      null,
      0,
    ]);
    expect(judge("x", "IŞIK", { others: ["ışık"], language: "tr" }).belongsTo).toBe(0);
  });

  it("finds that card whatever it accepts and however the text is typed", () => {
    const changes = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.normalize("NFD"),
      (text: string) => `el ${text}`,
      (text: string) => [...text].map((letter) => lowerOneToOne(letter)).join(""),
    );
    fc.assert(
      fc.property(anyText, anyLanguage, fc.nat(), changes, (answer, language, at, change) => {
        const texts = createReader(language).readAnswer(answer);
        const typed = change(texts[at % texts.length]?.written ?? "");
        fc.pre(["right", "accent"].includes(judge(answer, typed, { language }).verdict));
        expect(judge("otra cosa muy distinta", typed, { language, others: ["una", answer] }).belongsTo).toBe(1);
      }),
      { numRuns: 2000 },
    );
  });

  it("says whether an accent is missing or superfluous", () => {
    const accentOf = (accepted: string, typed: string, strictAccents = false) =>
      judge(accepted, typed, { strictAccents }).accent;
    expect(accentOf("hipertensión", "hipertension")).toBe("missing");
    expect(accentOf("camino", "camíno")).toBe("superfluous");
    expect(accentOf("césped", "cespéd")).toBe("missing");
    expect(accentOf("la canción", "cancion")).toBe("missing");
    expect(accentOf("elève", "elévé")).toBe("missing");
    expect(accentOf("hipertensión", "hipertension", true)).toBe("missing");
    expect(accentOf("hipertensión", "hipertensión")).toBeNull();
    expect(accentOf("hipertensión", "hipertencion")).toBeNull();
  });

  it("returns the accepted text that is nearest, as it is written", () => {
    const nearest = (accepted: string, typed: string) => judge(accepted, typed).nearest;
    expect(nearest("perro (animal) / Can", "can")).toBe("Can");
    expect(nearest("perro / el cán", "can")).toBe("el cán");
    expect(nearest("hipertensión; tensión alta", "tensión alto")).toBe("tensión alta");
    expect(nearest("hipertensión; tensión alta", "hipertencion")).toBe("hipertensión");
    expect(nearest("be – was/were – been", "be – were – bean")).toBe("be – were – been");
    expect(nearest("coche; auto", "")).toBe("coche; auto");
    expect(nearest("", "algo")).toBe("");
    expect(nearest(" una sola ", "xyz")).toBe("una sola");
  });
});

describe("judgeGaps", () => {
  it("returns the worst verdict of the gaps", () => {
    const verdictOf = (typed: string[]) => judgeGaps(["ATP", "célula", "núcleo"], typed).verdict;
    expect(verdictOf(["atp", "célula", "núcleo"])).toBe("right");
    expect(verdictOf(["atp", "celula", "núcleo"])).toBe("accent");
    expect(verdictOf(["atp", "celula", "nucleo"])).toBe("accent");
    expect(verdictOf(["atp", "celua", "nucleo"])).toBe("close");
    expect(verdictOf(["adp", "celua", "núcleo"])).toBe("wrong");
    expect(verdictOf(["atp", "célula"])).toBe("wrong");
    expect(judgeGaps(["ATP", "célula"], ["atp", "celula"]).gaps.map(({ verdict }) => verdict)).toEqual([
      "right",
      "accent",
    ]);
    expect(judgeGaps([], []).verdict).toBe("wrong");
  });
});

/** Changes the case of a letter if that is another single letter. */
function lowerOneToOne(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.toLowerCase() === letter && upper.length === letter.length && letter !== "i" && letter !== "ı"
    ? upper
    : letter;
}
