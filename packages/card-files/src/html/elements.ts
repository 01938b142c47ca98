// Reduces HTML to the elements that a card can show, by changing the tree in place before it becomes Markdown.
import type { Element, ElementContent, Nodes, Root, RootContent, Text } from "hast";
import type { HtmlContext } from "#html/html-context.ts";
import { convertScript } from "./scripts.ts";
import { findMarks, measureText, reportClasses, reportStyle } from "./styles.ts";

/** Changes a tree of HTML so that only elements are left that a card can show, and reports what is lost. */
export function prepareElements(tree: Root, context: HtmlContext): void {
  const blocks = new WeakMap<Nodes, boolean>();
  findBlocks(tree, blocks);
  let length: number | undefined;
  const measureSide = () => {
    length ??= measureText(tree);
    return length;
  };
  tree.children = prepareNodes(tree.children, [], { context, blocks, measureSide });
}

type Work = {
  readonly context: HtmlContext;
  readonly blocks: WeakMap<Nodes, boolean>;
  /** Returns the length of the words of the whole side. */
  readonly measureSide: () => number;
};
type Content = RootContent & ElementContent;

const BLOCKS = new Set(
  (
    "address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
    "header hr li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);

/** Returns whether a node is a block or contains one. */
function findBlocks(node: Nodes, blocks: WeakMap<Nodes, boolean>): boolean {
  let found = node.type === "element" && BLOCKS.has(node.tagName);
  if ("children" in node) for (const child of node.children) found = findBlocks(child, blocks) || found;
  blocks.set(node, found);
  return found;
}

/** @param marks Formats such as bold, which Markdown requires inside blocks rather than around them. */
function prepareNodes(nodes: readonly Nodes[], marks: readonly string[], work: Work): Content[] {
  const found: Content[] = [];
  let run: Content[] = [];
  const endRun = () => {
    if (run.length > 0) found.push(...wrapInMarks(mergeTexts(run), marks));
    run = [];
  };
  for (const node of nodes) {
    if (node.type === "text") run.push(node);
    if (node.type !== "element") continue;
    if (!work.blocks.get(node)) {
      run.push(...prepareInline(node, work, marks));
      continue;
    }
    endRun();
    found.push(...prepareBlock(node, marks, work));
  }
  endRun();
  return found;
}

/** Joins adjacent texts, because trees of thousands of pieces take long. */
function mergeTexts(nodes: readonly Content[]): Content[] {
  const found: Content[] = [];
  let texts: string[] = [];
  const endText = () => {
    if (texts.length > 0) found.push({ type: "text", value: texts.join("") });
    texts = [];
  };
  for (const node of nodes) {
    if (node.type === "text") texts.push(node.value);
    else {
      endText();
      found.push(node);
    }
  }
  endText();
  return found;
}

function wrapInMarks(nodes: Content[], marks: readonly string[]): Content[] {
  return marks.reduceRight<Content[]>((inside, mark) => [createElement(mark, inside)], nodes);
}

function createElement(tagName: string, children: ElementContent[], properties: Element["properties"] = {}): Element {
  return { type: "element", tagName, properties, children };
}

const LIST_PARTS = new Set(["ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tfoot", "tr", "td", "th"]);
const HEADINGS = /^h[1-6]$/;
const PROPERTIES = ["align", "start"];
const SPANS = ["colSpan", "rowSpan"];
const MAX_SPAN = 100;

function prepareBlock(node: Element, outer: readonly string[], work: Work): Content[] {
  const { tagName } = node;
  reportStyle(node, work.context);
  reportClasses(node, work.context, work.measureSide);
  if (isDropped(node, work)) return [];
  if (tagName === "hr") return [node];
  if (tagName === "pre" && !hasOtherContent(node)) return [node];
  const marks = [...new Set([...outer, ...findMarks(node, work.context)])];
  const children = prepareNodes(node.children, marks, work);
  if (!BLOCKS.has(tagName)) return children;
  if (tagName === "menu") return [createElement("ul", children)];
  if (tagName === "table") return createTable(node, children, marks, work);
  if (LIST_PARTS.has(tagName)) {
    const properties = Object.fromEntries([
      ...PROPERTIES.map((name) => [name, node.properties[name]]),
      ...SPANS.map((name) => [name, limitSpan(node.properties[name])]),
    ]);
    return [createElement(tagName, children, properties)];
  }
  if (tagName === "p" || tagName === "blockquote" || HEADINGS.test(tagName)) return [createElement(tagName, children)];
  return [createElement("div", children)];
}

/** Limits the columns and rows that a cell spans, because each of them becomes a cell. */
function limitSpan(value: Element["properties"][string]) {
  return typeof value === "number" ? Math.min(value, MAX_SPAN) : value;
}

function createTable(node: Element, children: Content[], marks: readonly string[], work: Work): Content[] {
  const captions = node.children.filter((child) => child.type === "element" && child.tagName === "caption");
  const lines = captions.map((caption) =>
    createElement("div", prepareNodes((caption as Element).children, marks, work)),
  );
  return [...lines, createElement("table", children)];
}

/** Code holds only text, and would lose anything else. */
function hasOtherContent(node: Element): boolean {
  return node.children.some((child) => {
    if (child.type === "text") return child.value.includes("\ufdd0");
    if (child.type !== "element") return false;
    return ["img", "audio", "table", "ul", "ol"].includes(child.tagName) || hasOtherContent(child);
  });
}

const DROPPED = new Set([
  "style",
  "template",
  "title",
  "head",
  "meta",
  "link",
  "base",
  "rp",
  "caption",
  "col",
  "colgroup",
]);
const EMBEDDED = new Set(["svg", "iframe", "object", "embed", "canvas", "video", "math", "applet"]);

/** Returns whether nothing of an element can be shown. */
function isDropped(node: Element, { context }: Work): boolean {
  const { tagName } = node;
  if (tagName === "script" || hasHandler(node)) context.losses.addForCard("scripts", context.sample());
  if (EMBEDDED.has(tagName) && !hasSource(node)) context.losses.addForCard("embeddedContent", context.sample());
  return tagName === "script" || DROPPED.has(tagName) || ["svg", "iframe", "embed"].includes(tagName);
}

/** A `video` element may play a sound file. */
function hasSource(node: Element): boolean {
  return node.tagName === "video" && findSource(node) !== "";
}

function hasHandler(node: Element): boolean {
  return Object.keys(node.properties).some((name) => /^on[a-z]/i.test(name));
}

function prepareInline(node: Element, work: Work, outer: readonly string[]): Content[] {
  const { tagName } = node;
  reportStyle(node, work.context);
  reportClasses(node, work.context, work.measureSide);
  if (isDropped(node, work)) return [];
  switch (tagName) {
    case "br":
      return [createElement("br", [])];
    case "img":
    case "audio":
    case "video":
      return createMedia(node, work.context, () => prepareNodes(node.children, [], work));
    case "a":
      return createLink(node, prepareNodes(node.children, [], work));
    case "code":
    case "kbd":
    case "samp":
    case "tt":
      return hasOtherContent(node) ? prepareNodes(node.children, [], work) : [createElement("code", node.children)];
    case "sub":
    case "sup":
      return convertScript(tagName, prepareNodes(node.children, [], work));
    case "rt":
      return addBrackets(prepareNodes(node.children, [], work));
    default: {
      const marks = findMarks(node, work.context).filter((mark) => !outer.includes(mark));
      return wrapInMarks(prepareNodes(node.children, [], { ...work }), marks);
    }
  }
}

function addBrackets(children: Content[]): Content[] {
  const isBlank = children.every((child) => child.type === "text" && child.value.trim() === "");
  return isBlank ? [] : [createText("("), ...children, createText(")")];
}

function createText(value: string): Text {
  return { type: "text", value };
}

function createLink(node: Element, children: Content[]): Content[] {
  const href = String(node.properties.href ?? "").trim();
  if (!/^(?:https?:|mailto:)/i.test(href) || children.length === 0) return children;
  return [createElement("a", children, { href })];
}

function findSource(node: Element): string {
  const own = String(node.properties.src ?? "");
  if (own !== "") return own;
  const source = node.children.find((child) => child.type === "element" && child.properties.src);
  return source?.type === "element" ? String(source.properties.src) : "";
}

function createMedia(node: Element, { media, losses, sample }: HtmlContext, inside: () => Content[]): Content[] {
  if (node.properties.dataTex !== undefined) return [node];
  const name = findSource(node).trim();
  const alt = String(node.properties.alt ?? "").trim();
  if (/^(?:https?:)?\/\//i.test(name)) {
    losses.addForCard("remoteMedia", sample());
    const address = name.startsWith("//") ? `https:${name}` : name;
    return [createElement("a", [createText(alt || address)], { href: address })];
  }
  const found = media(name);
  if ("id" in found) return [createElement("img", [], { src: `media:${found.id}`, alt })];
  if (name !== "") losses.addForFile(found.loss, /^(?:data|embedded):/.test(name) ? sample() : name);
  return alt === "" ? inside() : [createText(alt)];
}
