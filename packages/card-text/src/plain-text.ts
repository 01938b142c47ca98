import { FORMULA_IN_DOLLARS } from "#formulas.ts";
import { findSymbol } from "#latex-symbols.ts";

/**
 * Returns a Markdown text as words: signs are removed, images become their descriptions, and formulas are approximated by
 * letters, `\frac{a}{b}` by a/b. Gaps remain as they are: see `describeMarkdown`. The text is not parsed, because a list
 * shows hundreds of them, so that the result is for reading only. Takes time proportional to the length of the text.
 */
export function stripMarkdown(text: string): string {
  return replaceFormulasAndEmphasis(replaceInlineSigns(removeBlockSigns(text))).trim();
}

/** Each expression takes linear time, because no match can begin inside white space or dashes. */
function removeBlockSigns(text: string): string {
  return (
    text
      .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
      .replace(/^[ \t]*(?:\|[ \t]*)?:?--[-:| \t]*$/gm, "")
      .replace(/^(?:[ \t]*>)+[ \t]?/gm, "")
      .replace(/^[ \t]*#{1,6}[ \t]+/gm, "")
      .replace(/^[ \t]*[-+*][ \t]+(?:\[[ xX]\][ \t]+)?/gm, "")
      // Several in a row are empty cells.
      .replace(/^(?:[ \t]*\|)+[ \t]*/gm, "")
      .replace(/(?<![ \t|])(?:[ \t]*\|)+[ \t]*$/gm, "")
      .replace(/(?<![ \t])[ \t]+\|[ \t]+/g, " · ")
  );
}

function replaceInlineSigns(text: string): string {
  return text
    .replace(/!\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)/g, (_, description: string) => description || "imagen")
    .replace(/\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)/g, "$1")
    .replace(/<(https?:[^>\s]{1,500})>/g, "$1")
    .replace(/`+/g, "");
}

/** Matches formulas in one to three dollars or in brackets. */
const FORMULA = String.raw`(?<![$\\])\$\$+([^$]{1,6000})\$\$+|${FORMULA_IN_DOLLARS}|\\\(((?:(?!\\\()[^\n]){1,2000}?)\\\)|\\\[([^[]{1,6000}?)\\\]`;
const EMPHASIS =
  /(?<!\\)(?:\*{1,3}|~~)(?=\S)|(?<=[^\s\\])(?:\*{1,3}|~~)|(?<![\p{L}\p{N}\\])_{1,3}(?=\S)|(?<=[^\s\\])_{1,3}(?![\p{L}\p{N}{])/u;
/** Both are matched together, so that signs inside a formula are not taken for emphasis. */
const FORMULA_OR_EMPHASIS = new RegExp(`${FORMULA}|${EMPHASIS.source}`, "gu");

function replaceFormulasAndEmphasis(text: string): string {
  const formulas = text.replace(FORMULA_OR_EMPHASIS, (_, ...found: string[]) =>
    approximateFormula(found.slice(0, 4).find(Boolean) ?? ""),
  );
  // A backslash before a sign makes it ordinary text.
  return formulas.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Writes a formula in letters: `\frac{a}{b}` as a/b, `x^2` as x², names of symbols as symbols. */
function approximateFormula(formula: string): string {
  return formula
    .replace(/\^(?:\{([\d+n-]{1,6})\}|([+-]?\d{1,6}|[+n-]))/g, (_, inside?: string, sign = "") =>
      toSuperscript(inside ?? sign),
    )
    .replace(/_(?:\{(\d{1,6})\}|(\d{1,6}))/g, (_, inside?: string, digits = "") => toSubscript(inside ?? digits))
    .replace(
      /\\(?:vec|hat|bar|overline|text|mathrm|mathbf|mathit|operatorname|boxed)\s*(?:\{([^{}]{0,200})\}|\s([a-zA-Z]))/g,
      "$1$2",
    )
    .replace(/\\sqrt\s*\{([^{}]{0,80})\}/g, (_, inside: string) => `√${group(inside)}`)
    .replace(
      /\\(?:d|t)?frac\s*\{([^{}]{0,80})\}\s*\{([^{}]{0,80})\}/g,
      (_, above: string, below: string) => `${group(above)}/${group(below)}`,
    )
    .replace(/\\(?:d|t)?frac\s*(\d)\s*(\d)/g, "$1/$2")
    .replace(/\\(?:left|right)(?![a-zA-Z])/g, "")
    .replace(/\\(?:(?:displaystyle|quad|qquad)(?![a-zA-Z])|[,;!: ])/g, " ")
    .replace(/\\([a-zA-Z]{1,20})/g, (_, name: string) => findSymbol(name))
    .replace(/[{}]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Puts a sum in parentheses, so that what is above or below a line, or under a root, remains together. */
function group(terms: string): string {
  return /.[-+=±]|\\pm/.test(terms) ? `(${terms})` : terms;
}

const SUPERSCRIPTS: Record<string, string> = { "+": "⁺", "-": "⁻", n: "ⁿ", 1: "¹", 2: "²", 3: "³" };

function toSuperscript(signs: string): string {
  return [...signs].map((sign) => SUPERSCRIPTS[sign] ?? String.fromCharCode(0x2070 + Number(sign))).join("");
}

function toSubscript(digits: string): string {
  return [...digits].map((digit) => String.fromCharCode(0x2080 + Number(digit))).join("");
}
