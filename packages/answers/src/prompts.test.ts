import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AskedCard, listAnswers } from "#card-answers.ts";
import { countAnswers, writePrompt } from "#prompts.ts";

const card = (fields: Partial<AskedCard>): AskedCard => ({
  front: "a",
  back: "b",
  format: "markdown",
  variant: null,
  ...fields,
});
const count = (fields: Partial<AskedCard>) => {
  const asked = card(fields);
  return countAnswers(writePrompt(asked), asked.format);
};

const anyFront = fc
  .array(
    fc.constantFrom(
      ...["{{c1::uno}}", "{{c1::dos::pista}}", "{{c2::tres}}", "{{c1::cuatro {{c1::cinco}}}}", "{{c1::seis::[a]}}"],
      ...["{{c1::x::a]b}}", "[nota]", "[...]", "[enlace](https://a.example)", "(b)", "palabra", "$\\sqrt[3]{8}$"],
      ...["\n", "\n\n", "- [ ] tarea", "```\n[a]\n```", "[", "]"],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(" "));

describe("the number of answers that a prompt asks for", () => {
  it("is that of the card, whatever else its text has in brackets", () => {
    fc.assert(
      fc.property(anyFront, fc.constantFrom(null, "c1", "c2", "reverse"), (front, variant) => {
        const answers = listAnswers(card({ front, variant })).length;
        fc.pre(answers > 0);
        expect(count({ front, variant })).toBe(answers);
      }),
      { numRuns: 1000 },
    );
  });

  it("is one for a plain card, which has no gaps", () => {
    fc.assert(
      fc.property(anyFront, (front) => {
        expect(writePrompt(card({ front, format: "plain" }))).toBe(front);
        expect(count({ front, format: "plain" })).toBe(1);
      }),
    );
  });

  it("is written as line breaks only where the brackets show another one", () => {
    const write = (front: string, variant: string | null = "c1") => writePrompt(card({ front, variant }));
    expect(write("{{c1::París}} y {{c2::Roma}}")).toBe("[...] y Roma");
    expect(write("{{c1::París}} y {{c1::Roma::ciudad}}")).toBe("[...] y [ciudad]");
    expect(write("[1] Ceuta [2] Melilla", null)).toBe("[1] Ceuta [2] Melilla\n");
    expect(write("{{c1::París}} [1] y {{c1::Roma}}\n")).toBe("[...] [1] y [...]\n\n");
  });
});
