import { insertLabels, removeMarks } from "@repasa/card-text/gap-view.ts";
import { GAP_CLOSING, GAP_OPENING } from "@repasa/card-text/placeholders.ts";
import { findTerms } from "@repasa/card-text/search.ts";
import {
  createElement,
  createTextNode,
  hasClass,
  replaceChildren,
  type TreeNode,
  type TreePlugin,
} from "#features/cards/markdown/markdown.tree.ts";

type Marking = { labels: readonly string[]; terms: readonly string[] };

/** Marks gaps and search terms in a tree. A gap may begin in one element and end in another. */
export function markGapsAndTerms({ labels, terms }: Marking): TreePlugin {
  return () => (tree) => {
    let open = 0;
    let marked = 0;
    const wrapInGap = (nodes: TreeNode[]) =>
      open > 0 ? [{ ...createElement("mark", "gap", nodes), data: { gap: marked++ } }] : nodes;
    const markText = (text: string): TreeNode[] => {
      const shown = insertLabels(text, labels);
      if (shown.trim() === "") return shown === "" ? [] : [createTextNode(shown)];
      return wrapInGap(markTerms(shown, terms));
    };
    const visit = (parent: TreeNode) =>
      replaceChildren(parent, (child) => {
        if (child.type === "text") {
          return (child.value ?? "").split(/([\ufdd0\ufdd1])/).flatMap((part) => {
            if (part === GAP_OPENING) open += 1;
            else if (part === GAP_CLOSING) open = Math.max(0, open - 1);
            else return markText(part);
            return [];
          });
        }
        if (child.type !== "element") return [child];
        cleanProperties(child, labels);
        if (isIndivisible(child)) return wrapInGap([child]);
        const isMarkOnly = child.tagName === "p" && /^[\ufdd0\ufdd1\s]*$/.test(readText(child));
        visit(child);
        return isMarkOnly && !child.children?.some(({ type }) => type === "element") ? [] : [child];
      });
    visit(tree);
  };
}

/** Returns whether an element is marked as a whole, because KaTeX draws it or it contains no text. */
function isIndivisible(node: TreeNode): boolean {
  return node.tagName === "img" || ["katex", "katex-display", "katex-error"].some((name) => hasClass(node, name));
}

/** The placeholders of gaps, percent-encoded in a URL. */
const MARKS_IN_ADDRESS = /%EF%B7%9[\da-f]/gi;

function cleanProperties(node: TreeNode, labels: readonly string[]): void {
  for (const [name, value] of Object.entries(node.properties ?? {})) {
    if (typeof value !== "string" || !node.properties) continue;
    node.properties[name] = removeMarks(value, labels).replace(MARKS_IN_ADDRESS, "");
  }
}

function readText(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(readText).join("");
}

function markTerms(text: string, terms: readonly string[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  let at = 0;
  for (const { start, end } of findTerms(text, terms)) {
    if (start > at) nodes.push(createTextNode(text.slice(at, start)));
    nodes.push(createElement("mark", "found", [createTextNode(text.slice(start, end))]));
    at = end;
  }
  if (at < text.length) nodes.push(createTextNode(text.slice(at)));
  return nodes;
}
