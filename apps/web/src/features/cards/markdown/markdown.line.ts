import type { GapView } from "#features/cards/cards.sides.ts";
import { withoutGaps } from "#features/cards/markdown/markdown.gaps.ts";
import { symbolOf } from "#features/cards/markdown/markdown.symbols.ts";

/**
 * A Markdown text as words, for where it has a line: without its signs, images by their descriptions, formulas as far as
 * letters can tell them. It is not parsed, because a list shows hundreds.
 */
export function markdownLine(text: string, gaps?: GapView): string {
  const filled = withoutGaps(text, gaps ?? { number: null, hidden: false });
  return withoutFormulasAndEmphasis(withoutInlineSigns(withoutBlockSigns(filled))).trim();
}

/** Each takes time in proportion to a line: none begins again inside white space or dashes. */
function withoutBlockSigns(text: string): string {
  return text
    .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
    .replace(/^[ \t]*(?:\|[ \t]*)?:?--[-:| \t]*$/gm, "")
    .replace(/^(?:[ \t]*>)+[ \t]?/gm, "")
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, "")
    .replace(/^[ \t]*[-+*][ \t]+(?:\[[ xX]\][ \t]+)?/gm, "")
    .replace(/^[ \t]*\|[ \t]*/gm, "")
    .replace(/(?<![ \t])[ \t]*\|[ \t]*$/gm, "")
    .replace(/(?<![ \t])[ \t]+\|[ \t]+/g, " · ");
}

function withoutInlineSigns(text: string): string {
  return text
    .replace(/!\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)/g, (_, description: string) => description || "imagen")
    .replace(/\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)/g, "$1")
    .replace(/<(https?:[^>\s]{1,500})>/g, "$1")
    .replace(/`+/g, "");
}

const FORMULA =
  /\$\$([^$]{1,6000})\$\$|\$([^$\n]{1,2000})\$(?!\d)|\\\(((?:(?!\\\()[^\n]){1,2000}?)\\\)|\\\[([^[]{1,6000}?)\\\]/;
const EMPHASIS =
  /(?<!\\)(?:\*{1,3}|~~)(?=\S)|(?<=[^\s\\])(?:\*{1,3}|~~)|(?<![\p{L}\p{N}\\])_{1,3}(?=\S)|(?<=[^\s\\])_{1,3}(?![\p{L}\p{N}{])/u;
/** Together, because the signs of a formula are its own. */
const FORMULA_OR_EMPHASIS = new RegExp(`${FORMULA.source}|${EMPHASIS.source}`, "gu");

function withoutFormulasAndEmphasis(text: string): string {
  const formulas = text.replace(FORMULA_OR_EMPHASIS, (_, ...found: string[]) =>
    readableFormula(found.slice(0, 4).find(Boolean) ?? ""),
  );
  // A backslash before a sign takes it its meaning.
  return formulas.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** A formula in letters: `\frac{a}{b}` as a/b, `x^2` as x², names of symbols as symbols. */
function readableFormula(formula: string): string {
  return formula
    .replace(/\\(?:d|t)?frac\s*\{([^{}]{0,80})\}\s*\{([^{}]{0,80})\}/g, "$1/$2")
    .replace(/\\(?:d|t)?frac\s*(\d)\s*(\d)/g, "$1/$2")
    .replace(/\\(?:left|right)(?![a-zA-Z])/g, "")
    .replace(/\\(?:(?:displaystyle|quad|qquad)(?![a-zA-Z])|[,;!: ])/g, " ")
    .replace(/\\(?:text|mathrm|mathbf|mathit|operatorname|boxed)\s*\{([^{}]{0,200})\}/g, "$1")
    .replace(/\\([a-zA-Z]{1,20})/g, (_, name: string) => symbolOf(name))
    .replace(/\^\{?([\d+n-]{1,6})\}?/g, (_, digits: string) => raised(digits))
    .replace(/_\{?(\d{1,6})\}?/g, (_, digits: string) => lowered(digits))
    .replace(/[{}]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

const RAISED: Record<string, string> = { "+": "⁺", "-": "⁻", n: "ⁿ", 1: "¹", 2: "²", 3: "³" };

function raised(text: string): string {
  return [...text].map((sign) => RAISED[sign] ?? String.fromCharCode(0x2070 + Number(sign))).join("");
}

function lowered(digits: string): string {
  return [...digits].map((digit) => String.fromCharCode(0x2080 + Number(digit))).join("");
}
