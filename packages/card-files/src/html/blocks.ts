// Simplifies a tree from HTML to blocks that people would write in Markdown. Contents that Markdown does not allow are removed.
import type { BlockContent, Paragraph, PhrasingContent, Root, RootContent, Text } from "mdast";
import { BLOCK_BOUNDARY, isBlockBoundary, replaceInnerNoBreakSpaces } from "./lines.ts";

type Node = RootContent;
type Parent = { children: Node[] };

/** Returns the tree with blocks that Markdown allows, such as headings of one line. */
export function tidyBlocks(root: Root): Root {
  return { type: "root", children: tidyFlow(root.children) };
}

function tidyFlow(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    switch (node.type) {
      case "paragraph":
        return splitParagraph(node.children);
      case "heading":
        return replaceChildren(node, joinLines(node.children));
      case "list":
        return replaceChildren(
          node,
          node.children.map((item) => ({ ...item, children: tidyFlow(item.children) })) as Node[],
        );
      case "blockquote":
        return replaceChildren(node, tidyFlow(node.children));
      case "table":
        return [{ ...node, children: node.children.map((row) => ({ ...row, children: row.children.map(tidyCell) })) }];
      default:
        return "children" in node ? tidyFlow(node.children as Node[]) : [node];
    }
  });
}

function replaceChildren<Parent extends Node & { children: unknown[] }>(node: Parent, children: Node[]): Node[] {
  return children.length === 0 ? [] : [{ ...node, children } as Node];
}

function tidyCell<Cell extends { children: PhrasingContent[] }>(node: Cell): Cell {
  return { ...node, children: joinLines(node.children) as PhrasingContent[] };
}

/** Joins lines for headings and cells, which have one line. */
function joinLines(nodes: readonly Node[]): Node[] {
  const [first = [], ...more] = splitIntoLines(toPhrases(nodes)).filter((line) => !isEmpty(line));
  return [...first, ...more.flatMap((line): Node[] => [{ type: "text", value: " " }, ...line])];
}

/** Replaces blocks by their texts, line by line, in places where Markdown allows only phrases. */
function toPhrases(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type === "code")
      return [BLOCK_BOUNDARY, { type: "inlineCode", value: node.value.replace(/\s+/g, " ") }, BLOCK_BOUNDARY];
    if ((node.type as string) === "math") return [inlineFormula(node as unknown as { value: string })];
    if (node.type === "thematicBreak") return [BLOCK_BOUNDARY];
    if (!("children" in node)) return [node];
    const children = toPhrases((node as Parent).children);
    if (["strong", "emphasis", "delete", "link"].includes(node.type)) return [{ ...node, children } as Node];
    return [BLOCK_BOUNDARY, ...children, BLOCK_BOUNDARY];
  });
}

function inlineFormula({ value }: { value: string }): Node {
  const inline = value.replace(/\\(begin|end)\{(align|gather|equation)(\*?)\}/g, (_all, what, name) => {
    return `\\${what}{${name === "align" ? "aligned" : "gathered"}}`;
  });
  return { type: "inlineMath", value: `\\displaystyle ${inline}` } as unknown as Node;
}

/** Splits a paragraph at its empty lines, unless a gap continues across them. */
function splitParagraph(children: readonly PhrasingContent[]): BlockContent[] {
  const found: Paragraph[] = [];
  let lines: Node[][] = [];
  let depth = 0;
  const end = () => {
    const nodes = lines.flatMap((line, index): Node[] => (index === 0 ? line : [{ type: "break" }, ...line]));
    if (nodes.length > 0) found.push({ type: "paragraph", children: nodes as PhrasingContent[] });
    lines = [];
  };
  for (const line of splitIntoLines(toPhrases(children))) {
    if (!isEmpty(line)) {
      lines.push(line);
      depth += countOpenGaps(line);
    } else if (depth <= 0) end();
  }
  end();
  return found;
}

function countOpenGaps(line: readonly Node[]): number {
  let depth = 0;
  for (const node of line) {
    if ("children" in node) depth += countOpenGaps((node as Parent).children);
    else if ("value" in node) depth += count(node.value, /\{\{c\d{1,9}::/g) - count(node.value, /\}\}/g);
  }
  return depth;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function isEmpty(line: readonly Node[]): boolean {
  return line.length === 0;
}

/** Splits nodes into lines without surrounding white space. Each break that follows another one adds an empty line. */
function splitIntoLines(nodes: readonly Node[]): Node[][] {
  const lines: Node[][] = [[]];
  for (const node of joinFormats(nodes.flatMap((node) => liftBoundaries(node)))) {
    const line = lines.at(-1) as Node[];
    if (node.type !== "break") line.push(node);
    else if (!isBlockBoundary(node) || !isBlank(line)) lines.push([]);
    else line.length = 0;
  }
  return lines.map(trimLine);
}

function isBlank(line: readonly Node[]): boolean {
  return line.every((node) => node.type === "text" && node.value.trim() === "");
}

function trimLine(line: readonly Node[]): Node[] {
  if (isBlank(line)) return [];
  const nodes = mergeTexts(line);
  const first = nodes[0];
  if (first?.type === "text") nodes[0] = { ...first, value: first.value.replace(/^[\t\n\f\r ]+/, "") };
  const last = nodes.at(-1);
  if (last?.type === "text") nodes[nodes.length - 1] = { ...last, value: last.value.trimEnd() };
  return nodes.filter((node) => node.type !== "text" || node.value !== "");
}

function mergeTexts(line: readonly Node[]): Node[] {
  const nodes: Node[] = [];
  for (let at = 0; at < line.length; at++) {
    const node = line[at] as Node;
    if (node.type !== "text") {
      nodes.push(node);
      continue;
    }
    let value = node.value;
    while (line[at + 1]?.type === "text") value += (line[++at] as Text).value;
    nodes.push(...linkAddresses(replaceInnerNoBreakSpaces(value)));
  }
  return nodes;
}

const ADDRESS = /https?:\/\/[^\s<>{}\\]*[^\s<>{}\\.,;:!?)\]'"]/gi;

/** Turns addresses into links with the address as text, so that no sign in them is escaped. */
function linkAddresses(text: string): Node[] {
  const nodes: Node[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    if (match.index > from) nodes.push({ type: "text", value: text.slice(from, match.index) });
    nodes.push({ type: "link", url: match[0], title: null, children: [{ type: "text", value: match[0] }] });
    from = match.index + match[0].length;
  }
  if (from < text.length) nodes.push({ type: "text", value: text.slice(from) });
  return nodes;
}

const FORMATS = new Set(["strong", "emphasis", "delete", "link"]);

/** Moves breaks and white space at the edges of formats outside, because marks of Markdown touch words. Removes empty formats. */
function liftBoundaries(node: Node, outer: readonly string[] = []): Node[] {
  if (!FORMATS.has(node.type)) return [node];
  const inner = [...outer, node.type];
  const children = joinFormats((node as Parent).children.flatMap((child) => liftBoundaries(child, inner)));
  if (outer.includes(node.type)) return children;
  const first = children.findIndex((child) => !isSpace(child));
  if (first < 0) return children;
  const last = children.findLastIndex((child) => !isSpace(child));
  const inside = children.slice(first, last + 1);
  const before: Node[] = children.slice(0, first);
  const after: Node[] = children.slice(last + 1);
  const begin = inside[0];
  if (begin?.type === "text") {
    const value = begin.value.trimStart();
    before.push({ type: "text", value: begin.value.slice(0, begin.value.length - value.length) });
    inside[0] = { type: "text", value };
  }
  const end = inside.at(-1);
  if (end?.type === "text") {
    const value = end.value.trimEnd();
    inside[inside.length - 1] = { type: "text", value };
    after.unshift({ type: "text", value: end.value.slice(value.length) });
  }
  const content = inside.map((child) => (isBlockBoundary(child) ? ({ type: "break" } as Node) : child));
  return [...before.filter(isNotEmptyText), { ...node, children: content } as Node, ...after.filter(isNotEmptyText)];
}

/** Empty texts are removed, because escaping a sign depends on the text right after it. */
function isNotEmptyText(node: Node): boolean {
  return node.type !== "text" || node.value !== "";
}

/** Joins adjacent equal formats, because Markdown would read the signs between them differently. */
function joinFormats(nodes: readonly Node[]): Node[] {
  const found: Node[] = [];
  for (const node of nodes) {
    const last = found.at(-1);
    if (last && last.type === node.type && FORMATS.has(node.type) && node.type !== "link") {
      found[found.length - 1] = {
        ...last,
        children: [...(last as Parent).children, ...(node as Parent).children],
      } as Node;
    } else found.push(node);
  }
  return found;
}

function isSpace(node: Node): boolean {
  return node.type === "break" || (node.type === "text" && node.value.trim() === "");
}
