import rehypeKatex from "rehype-katex";
import remarkMath from "remark-math";
import type { Extensions } from "#features/cards/markdown/markdown.drawing.ts";

/** `trust: false` forbids links, images and HTML in formulas. The other options limit their drawing time and size. */
const options = {
  strict: "ignore",
  trust: false,
  maxExpand: 200,
  maxSize: 20,
  errorColor: "currentColor",
} as const;

/** Returns the plugins that draw formulas. KaTeX's own HTML has style attributes, and needs its style sheet; MathML has neither. */
export function createFormulaPlugins(output: "htmlAndMathml" | "mathml"): NonNullable<Extensions["formulas"]> {
  return { remark: [remarkMath], rehype: [[rehypeKatex, { ...options, output }]] };
}
