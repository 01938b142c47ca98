import "katex/dist/katex.min.css";
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

export const formulaPlugins: NonNullable<Extensions["formulas"]> = {
  remark: [remarkMath],
  rehype: [[rehypeKatex, options]],
};
