import "katex/dist/katex.min.css";
import { createFormulaPlugins } from "#features/cards/markdown/markdown.formulas.ts";

export const formulaPlugins = createFormulaPlugins("htmlAndMathml");
