import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMathematics } from "#alternatives.ts";
import { createReader, isAccepted } from "#forms.ts";
import { type Judgement, type JudgingOptions, judge } from "#judge.ts";
import { createSought, OtherAnswer } from "#others.ts";
import { readExamples } from "#testing/examples.ts";
import { anyLanguage, anyText } from "#testing/texts.ts";

const examples = readExamples();

/** Finds the first other answer that a typed text is right for, by reading all of them completely. */
function findByReadingAll(typed: string, form: "forms" | "folded", { others = [], language }: JudgingOptions) {
  const reader = createReader(language);
  const found = others.findIndex((other) => {
    const text = reader.readText(typed, isMathematics(String(other)));
    return reader.readAnswer(String(other)).some((answer) => isAccepted(answer, text, form, reader.words));
  });
  return found === -1 ? null : found;
}

/** Judges a text alone, and then lets the other answers decide. */
function judgeByReadingAll(accepted: string, typed: string, options: JudgingOptions): Judgement {
  const alone = judge(accepted, typed, { ...options, others: [] });
  const isEmpty = createReader(options.language).readText(typed, false).full === "";
  if (alone.verdict === "right" || isEmpty) return alone;
  const belongsTo = findByReadingAll(typed, alone.accent ? "forms" : "folded", options);
  return belongsTo === null ? alone : { ...alone, verdict: "wrong", belongsTo };
}

/** Texts that languages, capitals, articles and accents make the same or not. */
const CONFUSABLE = [
  "la casa",
  "casa",
  "Casá",
  "casas",
  "MASSE",
  "Maße",
  "die Masse",
  "l'eau",
  "eau",
  "1.000",
  "1000",
  "1,000",
];
const anyTyped = fc.oneof(
  anyText,
  fc.constantFrom(...CONFUSABLE),
  fc.constantFrom(...examples.flatMap(({ accepted, typed }) => [accepted, typed])),
);
const anyAccepted = fc.constantFrom(...CONFUSABLE, ...examples.map(({ accepted }) => accepted));
/** Makes an answer of which a typed text is one of those that it accepts. */
const anyDisguise = fc.constantFrom(
  (text: string) => text,
  (text: string) => `el ${text}`,
  (text: string) => `otra cosa; ${text}`,
  (text: string) => `${text} (otra cosa)`,
  (text: string) => text.toUpperCase(),
  (text: string) => text.normalize("NFD"),
);
/** Other answers, of which one may be that of the typed text. */
const anyOthers = (typed: string) =>
  fc
    .tuple(fc.array(anyTyped, { maxLength: 8 }), fc.nat(8), anyDisguise, fc.boolean())
    .map(([others, at, disguise, isAmong]) => (isAmong ? others.toSpliced(at, 0, disguise(typed)) : others));
const anyCase = anyTyped.chain((typed) =>
  fc.record({
    typed: fc.constant(typed),
    accepted: fc.oneof(anyAccepted, fc.constantFrom(`${typed}x`, `${typed}́`)),
    others: anyOthers(typed),
    language: anyLanguage,
    strictAccents: fc.boolean(),
  }),
);

describe("judge beside other answers", () => {
  it("returns what reading all of them completely would", () => {
    fc.assert(
      fc.property(anyCase, ({ accepted, typed, ...options }) => {
        expect(judge(accepted, typed, options)).toEqual(judgeByReadingAll(accepted, typed, options));
      }),
      { numRuns: 2_000 },
    );
  });

  it("returns the same beside answers that are kept, whatever was judged before", () => {
    const anyRun = fc.array(fc.tuple(anyAccepted, fc.constantFrom(...CONFUSABLE), anyLanguage), { minLength: 2 });
    fc.assert(
      fc.property(anyRun, fc.array(fc.constantFrom(...CONFUSABLE)), fc.boolean(), (run, others, strictAccents) => {
        const kept = others.map((text) => new OtherAnswer(text));
        for (const [accepted, typed, language] of run) {
          const options = { language, strictAccents };
          expect(judge(accepted, typed, { ...options, others: kept })).toEqual(
            judge(accepted, typed, { ...options, others }),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it("does not compare an answer that nobody types, of more than 200 characters", () => {
    const judgeBeside = (other: string) => judge("la hipertensión", "la hipertensin", { others: [other] }).verdict;
    const long = (length: number) => `la hipertensin; ${"á".repeat(length)}`.slice(0, length);
    expect([judgeBeside(long(200)), judgeBeside(long(201))]).toEqual(["wrong", "close"]);
    expect(judgeBeside(long(200).normalize("NFD"))).toBe("wrong");
  });
});

describe("an answer of another card", () => {
  it("is read once by the rules of a folder, and only if it has the letters of a text", () => {
    const reader = createReader("es");
    const read: string[] = [];
    const counting = {
      ...reader,
      readAnswer: (answer: string) => {
        read.push(answer);
        return reader.readAnswer(answer);
      },
    };
    const others = ["la célula", "el núcleo; la célula", "sesenta"].map((text) => new OtherAnswer(text));
    for (const typed of ["celula", "la celula", "una célula", "setenta"]) {
      for (const other of others) other.accepts(createSought(counting, typed, "folded"));
    }
    expect(read).toEqual(["la célula", "el núcleo; la célula"]);
  });
});
