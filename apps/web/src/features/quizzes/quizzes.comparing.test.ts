// @vitest-environment node
import type { FinishedQuiz } from "@repasa/contract/quizzes.ts";
import { describe, expect, it } from "vitest";
import { type ComparedAnswer, compareAnswers, findLanguage } from "#features/quizzes/quizzes.comparing.ts";
import { sampleFolder } from "#testing/sample-data.ts";

type Question = FinishedQuiz["questions"][number];

const compare = (fields: Partial<Question>, language: string | null = null) =>
  compareAnswers(
    {
      n: 1,
      cardId: 1,
      kind: "type",
      format: "plain",
      prompt: "¿?",
      given: "a",
      expected: "b",
      verdict: "wrong",
      right: false,
      ...fields,
    },
    language,
  );

/** Returns what is marked in the answer of the card, and in what was typed. */
const marksOf = ({ marked }: ComparedAnswer) =>
  marked?.flatMap(({ kind, accepted, typed }) => (kind === "same" ? [] : [[accepted, typed]]));

describe("the answers of a question in the result", () => {
  it.each<[string, Partial<Question>, string | null]>([
    ["the same letters", { expected: "París", given: " parís " }, null],
    ["an article of the folder's language", { expected: "the dog", given: "dog" }, "en"],
    ["bold letters", { format: "markdown", expected: "**París**", given: "París" }, null],
    ["a chosen option", { kind: "choose", format: "markdown", expected: "*x*", given: "x" }, null],
    ["gaps", { format: "markdown", prompt: "[...] [...]", expected: "**a**\nb", given: "a\nb" }, null],
  ])("are one text if they read alike: %s", (_, fields, language) => {
    expect(compare({ ...fields, verdict: "right" }, language).isSame).toBe(true);
    expect(compare({ ...fields, verdict: "wrong" }, language).isSame).toBe(false);
  });

  it.each<[string, Partial<Question>]>([
    ["one of several accepted texts", { expected: "coche; auto", given: "auto" }],
    ["a corrected answer", { expected: "París", given: "Parus" }],
    ["a card that was turned over", { kind: "flip", expected: "París", given: true }],
    ["an article of another language", { expected: "the dog", given: "dog" }],
  ])("are two, without marks, if the right one is another text: %s", (_, fields) => {
    const { answers, isSame } = compare({ ...fields, verdict: "right", right: true });
    expect(isSame).toBe(false);
    expect(answers.map(({ marked }) => marked)).toEqual([null]);
  });

  it("mark the items of a list, and name what the result says is missing", () => {
    const expected = "- rojo\n- azul";
    const [wrong] = compare({ expected, given: "rosa\nrojo", missing: ["azul"] }).answers;
    expect(wrong?.list?.about).toBe("Falta: azul");
    expect(wrong?.list?.items.map(({ typed, nearest }) => [typed, nearest])).toEqual([
      ["rosa", null],
      ["rojo", "rojo"],
    ]);
    expect(wrong?.marked?.filter(({ kind }) => kind === "missing").map(({ accepted }) => accepted)).toEqual(["azul"]);
    expect(compare({ expected, given: "rojo" }).answers[0]?.list?.about).toBe("Falta: azul");
    const [right] = compare({ expected, given: "azul, rojo", verdict: "right", right: true }).answers;
    expect([right?.list, right?.marked]).toEqual([null, null]);
  });

  it("are marked by the language of the folder", () => {
    const typed = { expected: "the dog", given: "dot" };
    expect(compare(typed, "en").answers.map(marksOf)).toEqual([[["g", "t"]]]);
    expect(compare(typed).answers.map(marksOf)).not.toEqual([[["g", "t"]]]);
  });

  it("are marked as the plain text that is judged, which is the nearest one", () => {
    const [formatted] = compare({
      format: "markdown",
      expected: "La **célula**",
      given: "celula",
      verdict: "accent",
    }).answers;
    expect(formatted && marksOf(formatted)).toEqual([["é", "e"]]);
    expect(formatted?.isWhole).toBe(true);
    const [verb] = compare({ expected: "be – was/were – been", given: "be - were - bean" }).answers;
    expect(verb && marksOf(verb)).toEqual([["e", "a"]]);
    expect(verb?.isWhole).toBe(false);
  });

  it("are compared gap by gap", () => {
    const gaps = { format: "markdown", prompt: "La [...] da [...]", expected: "mitocondria\nATP" } as const;
    const { answers } = compare({ ...gaps, given: "mitocondria\nATF" });
    expect(answers.map(marksOf)).toEqual([[], [["P", "F"]]]);
    expect(compare({ ...gaps, given: "mitocondria" }).answers.map(({ given }) => given)).toEqual(["mitocondria", ""]);
    expect(compare({ ...gaps, kind: "flip", given: false }).answers.map(({ expected }) => expected.text)).toEqual([
      "mitocondria",
      "ATP",
    ]);
  });

  it("leave a formula drawn", () => {
    const [answer] = compare({ format: "markdown", expected: "$x^2$", given: "x3" }).answers;
    expect(answer?.isWhole).toBe(false);
  });
});

describe("the language of a quiz", () => {
  const folders = [
    sampleFolder({ id: 1, language: "en" }),
    sampleFolder({ id: 2, language: "en" }),
    sampleFolder({ id: 3, language: "de" }),
  ];
  it.each<[number[], string | null]>([
    [[1, 2, 99], "en"],
    [[3], "de"],
    [[1, 3], null],
    [[], null],
  ])("of the folders %j is %s", (ids, language) => {
    expect(findLanguage(folders, ids)).toBe(language);
  });
});
