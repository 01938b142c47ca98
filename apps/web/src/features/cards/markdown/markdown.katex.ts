import "katex/dist/katex.min.css";
import rehypeKatex from "rehype-katex";
import remarkMath from "remark-math";
import type { Extensions } from "#features/cards/markdown/markdown.drawing.ts";

/** `trust` off: no links, images or HTML in formulas. The rest bounds the time that one takes, and its size. */
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
