import { insertLabels, removeMarks } from "@repasa/card-text/gap-view.ts";
import { GAP_CLOSING, GAP_OPENING } from "@repasa/card-text/placeholders.ts";
import {
  createTextNode,
  replaceChildren,
  type TreeNode,
  type TreePlugin,
} from "#features/cards/markdown/markdown.tree.ts";

/** Maximum length of all formulas of a text together, in UTF-16 units. Longer ones take too long to draw. */
const MAX_LENGTH = 6000;

/** Prepares the formulas of a Markdown tree for drawing: those between `$$` as blocks, gaps in them as boxes. */
export function prepareFormulas(labels: readonly string[]): TreePlugin {
  return () => (tree, file) => {
    const source = String(file);
    const room = { left: MAX_LENGTH };
    const visit = (parent: TreeNode) =>
      replaceChildren(parent, (child) => {
        if (child.type === "inlineMath" || child.type === "math") return prepareFormula(child, source, room, labels);
        visit(child);
        return [child];
      });
    visit(tree);
  };
}

function prepareFormula(node: TreeNode, source: string, room: { left: number }, labels: readonly string[]): TreeNode[] {
  const raw = source.slice(node.position?.start.offset, node.position?.end.offset);
  const value = node.value ?? "";
  room.left -= value.length;
  if (room.left < 0) return [createTextNode(removeMarks(raw.replace(/^\$\$\$|\$\$\$$/g, "$"), labels))];
  if (node.type === "inlineMath" && /^\$\$[^$]/.test(raw) && node.data) {
    node.data.hProperties = { className: ["language-math", "math-display"] };
  }
  const { before, formula, after } = drawGapsAsBoxes(value, labels);
  const leaf = node.data?.hChildren?.[0];
  const text = leaf?.children?.[0] ?? leaf;
  if (text) text.value = formula;
  return [...(before ? [createTextNode(before)] : []), node, ...(after ? [createTextNode(after)] : [])];
}

/** Replaces gaps by boxes. A gap with only one of its ends in the formula is extended to surround the whole formula. */
function drawGapsAsBoxes(value: string, labels: readonly string[]) {
  let depth = 0;
  let lowest = 0;
  for (const sign of value) {
    if (sign === GAP_OPENING) depth += 1;
    if (sign === GAP_CLOSING) depth -= 1;
    lowest = Math.min(lowest, depth);
  }
  if (depth !== 0 || lowest < 0) {
    const formula = removeMarks(value, []);
    return { before: GAP_OPENING.repeat(depth - lowest), formula, after: GAP_CLOSING.repeat(-lowest) };
  }
  const formula = insertLabels(value, labels, toTexText)
    .replaceAll(GAP_OPENING, "\\boxed{")
    .replaceAll(GAP_CLOSING, "}");
  return { before: "", formula, after: "" };
}

function toTexText(words: string): string {
  return `\\text{${words.replace(/[\\{}$%#&_^~]/g, " ")}}`;
}
