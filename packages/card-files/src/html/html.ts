// Converts the HTML of a field or a side to a Markdown tree, in time proportional to its length.
import type { Nodes as HastNodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { defaultHandlers, type Handle, type State, toMdast } from "hast-util-to-mdast";
import type { Nodes, Root, RootContent } from "mdast";
import type { HtmlContext } from "#html/html-context.ts";
import { tidyBlocks } from "./blocks.ts";
import { prepareElements } from "./elements.ts";
import { markFormulas } from "./formulas.ts";
import { BLOCK_BOUNDARY, collapseWhiteSpace, createRoot, hasMarks, readSimpleLines } from "./lines.ts";
import { BACKSLASH } from "./markdown.ts";

/** In UTF-16 units. A side may have 20,000; the limit leaves room for formatting. */
const MAX_HTML_LENGTH = 1_000_000;
const MAX_DEPTH = 100;
const MAX_TAGS = 8_000;

/** @param html Gaps that are meant as text are preceded by `BACKSLASH`. */
export function readHtml(html: string, context: HtmlContext): Root {
  const lines = readSimpleLines(html);
  if (lines) return hasMarks(lines) ? tidyBlocks(createRoot(lines)) : createRoot(lines);
  const marked = markFormulas(removeComments(html), (loss) => context.losses.addForCard(loss, context.sample()));
  if (isTooComplex(marked)) {
    context.losses.addForCard("deepHtml", context.sample());
    return createRoot(extractLines(html));
  }
  const tree = fromHtml(marked, { fragment: true });
  prepareElements(tree, context);
  const mdast = toMdast(tree as HastNodes, { handlers: HANDLERS, nodeHandlers: { root: toRoot } }) as Root;
  return tidyBlocks(mdast);
}

const COMMENT = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<(script|style)\b[\s\S]*?(?:<\/\1|$)/gi;

/** Removes comments as a browser recognises them: `<!-->` is complete, and an unclosed comment extends to the end. */
export function removeComments(html: string): string {
  if (!html.includes("<!--")) return html;
  return html.replace(COMMENT, (found) => (found.startsWith("<!--") ? "" : found));
}

const TAG = /<(\/?)([a-z][^\s/>]*)[^<>]*>?/gi;
/** Elements that end by themselves, or where the next one begins. */
const FLAT = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option".split(
    " ",
  ),
);

/** Returns whether HTML is too complex: deep trees overflow the stack, and thousands of open formats make parsers slow. */
function isTooComplex(html: string): boolean {
  if (html.length > MAX_HTML_LENGTH) return true;
  let depth = 0;
  let tags = 0;
  for (const [, closes, name = ""] of html.matchAll(TAG)) {
    if (++tags > MAX_TAGS) return true;
    if (FLAT.has(name.toLowerCase())) continue;
    depth = closes ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Extracts the words between the tags, line by line. */
function extractLines(html: string): string[][] {
  const text = html
    .replace(/<(?:br|\/?(?:div|p|li|tr))\b[^<>]*>/gi, "\0")
    .replace(/<[^<>]*>/g, "")
    .split("\0")
    .map((line) => collapseWhiteSpace(htmlToText(line)))
    .filter((line) => line !== "");
  return text.length === 0 ? [] : [text];
}

/** Resolves the character references of a text: `&aacute;` is `á`. Signs of tags stay as they are. */
export function htmlToText(html: string): string {
  if (!html.includes("&")) return html;
  const [node] = fromHtml(html.replaceAll("<", "&lt;"), { fragment: true }).children;
  return node?.type === "text" ? node.value : html;
}

function toRoot(state: State, node: HastNodes): Root {
  const children = "children" in node ? state.all(node) : [];
  return { type: "root", children: state.toFlow(children as RootContent[]) };
}

const convertLine: Handle = (state, node) => {
  const children = state.all(node);
  return [BLOCK_BOUNDARY, ...children, BLOCK_BOUNDARY] as RootContent[];
};

/** Converts a paragraph. An empty one remains, because it separates its neighbours. */
const convertParagraph: Handle = (state, node) => {
  const children = state.toFlow(state.all(node));
  return children.length > 0 ? children : { type: "paragraph", children: [] };
};

const convertImage: Handle = (state, node) => {
  if (node.properties.dataTex === undefined) return defaultHandlers.img?.(state, node);
  const value = String(node.properties.dataTex ?? "")
    .replaceAll(`${BACKSLASH}{{`, "{ {")
    .replaceAll(BACKSLASH, "")
    .trim();
  if (value === "") return undefined;
  const formula = { type: node.properties.dataBlock === undefined ? "inlineMath" : "math", value };
  return formula as unknown as Nodes;
};

const HANDLERS: Record<string, Handle> = { div: convertLine, p: convertParagraph, img: convertImage };
