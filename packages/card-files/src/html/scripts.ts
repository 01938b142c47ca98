// Converts superscripts and subscripts to Unicode characters, or to a formula.
import type { ElementContent, RootContent } from "hast";

type Content = RootContent & ElementContent;

const LETTERS = {
  sup: ["0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"],
  sub: ["0123456789+-−=()aeoxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ"],
} as const;

const TABLES = { sup: createTable(LETTERS.sup), sub: createTable(LETTERS.sub) };

function createTable([plain, raised]: readonly [string, string]): Map<string, string> {
  const letters = [...raised];
  return new Map([...plain].map((letter, at) => [letter, letters[at] as string]));
}

/** Converts a superscript or subscript. Others, such as words after an ordinal, get `^` or `_` in a formula. */
export function convertScript(where: "sup" | "sub", children: Content[]): Content[] {
  const [only] = children;
  if (children.length !== 1 || only?.type !== "text") return children;
  const value = only.value.trim();
  if (value === "") return children;
  const letters = [...value].map((letter) => TABLES[where].get(letter));
  if (!letters.includes(undefined)) return [{ ...only, value: only.value.replace(value, () => letters.join("")) }];
  if (!/^[\p{L}\p{N}\p{P}\p{S} ]{1,60}$/u.test(value) || /\{\{|\}\}|\ufdd0/.test(value)) return children;
  const tex = `${where === "sup" ? "^" : "_"}{\\text{${value.replace(/[\\{}$%&#_^~]/g, escapeLatex)}}}`;
  return [{ type: "element", tagName: "img", properties: { dataTex: tex }, children: [] }];
}

function escapeLatex(sign: string): string {
  const names: Record<string, string> = {
    "\\": "\\textbackslash{}",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
  };
  return names[sign] ?? `\\${sign}`;
}
