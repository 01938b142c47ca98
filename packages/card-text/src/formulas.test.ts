import { describe, expect, it } from "vitest";
import { convertToDollars, FORMULA_IN_DOLLARS, isFormula } from "#formulas.ts";

const findFormulas = (text: string) =>
  [...text.matchAll(new RegExp(FORMULA_IN_DOLLARS, "gu"))].map(([, formula]) => formula);

describe("FORMULA_IN_DOLLARS", () => {
  it.each([
    ["$x^2$", ["x^2"]],
    ["$\\alpha$ y $\\beta$", ["\\alpha", "\\beta"]],
    ["H$_2$O y 1$^{er}$", ["_2", "^{er}"]],
    ["2$x$ + 3$y$, 5$\\times$ 3", ["x", "y", "\\times"]],
    ["($a\n+b$)s", ["a\n+b"]],
    ["sea $-5 < x$.", ["-5 < x"]],
    ["cuesta $5 y es $x$", ["x"]],
  ])("matches the formulas of %j", (text, formulas) => expect(findFormulas(text)).toEqual(formulas));

  it.each([
    "Cuesta 5$ o 6$",
    "5 $ y 6 $",
    "$5 y $6",
    "$5-$6 o $5/$6",
    "10$/kg",
    "10$/kg y 12$/kg",
    "de 5$-6$ a 7$+8$",
    "US$ 5 y US$ 6",
    "US$5, US$6",
    "$ 5 y $ 6",
    "\\$5 y 6\\$",
    "$HOME y $PATH",
    "uno $a\n\nb$ dos",
  ])("does not match the money of %j", (text) => expect(findFormulas(text)).toEqual([]));
});

describe("isFormula", () => {
  it("considers the characters beside a formula, and ignores the placeholders of gaps", () => {
    expect(isFormula("$x$", "", "")).toBe(true);
    expect(isFormula("$x$", "\\", "s")).toBe(true);
    expect(isFormula("$x$", "", "5")).toBe(false);
    expect(isFormula("$+x$", "5", "")).toBe(false);
    expect(isFormula("$x_,\ufdde\ufdd02\ufdd1$", "", "")).toBe(true);
    expect(isFormula("$x = \ufdd0\ufdd4\ufdd5\ufdd1$", "", "")).toBe(true);
    expect(isFormula("$\ufdd1 y \ufdd06$", "5", "\ufdd1")).toBe(false);
  });
});

describe("convertToDollars", () => {
  it.each([
    ["\\(x\\)5 y \\[y\\]", "$$$x$$$5 y $$y$$"],
    ["`\\(x\\)` ~~~\\(y\\)~~~ \\\\(z\\)", "`\\(x\\)` ~~~\\(y\\)~~~ \\\\(z\\)"],
    ["\\( \\) \\(a\n\nb\\) \\(c", "\\( \\) \\(a\n\nb\\) \\(c"],
    ["\\(\\text{5$}\\) \\(a$$b\\)", "$$$\\text{5$}$$$ \\(a$$b\\)"],
  ])("converts %j", (text, written) => expect(convertToDollars(text)).toBe(written));
});
