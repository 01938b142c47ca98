import { convertToDollars, excludeMoney } from "@repasa/card-text/formulas.ts";
import { findGaps } from "@repasa/card-text/gaps.ts";
import { removeAddedCommas, replaceBraces } from "@repasa/card-text/placeholders.ts";
import type { Element, ElementContent, RootContent } from "hast";
import { toHtml } from "hast-util-to-html";
import type { Image, Link, Parents, Text } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { type InlineMath, mathFromMarkdown } from "mdast-util-math";
import { type Handlers, type State, toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";

/** Returns the name of a media file in the package, and whether it is a sound; null for a file that is missing. */
export type NameMedia = (id: string) => { name: string; isSound: boolean } | null;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Converts a plain text to HTML that shows it exactly as typed. */
export function renderPlainText(text: string): string {
  const escaped = text.replace(/[&<>]/g, (sign) => ESCAPES[sign] as string);
  const spaced = escaped.replace(/^ | (?= )| $/gm, "&nbsp;").replaceAll("\t", "&nbsp;&nbsp;&nbsp; ");
  return escapeCommands(spaced.replace(/\\(?=[([])(.)/g, `\\${wrapInSpan("$1")}`)).replace(/\r\n?|\n/g, "<br>");
}

const wrapInSpan = (html: string) => `<span>${html}</span>`;

/** Escapes the brackets of texts that Anki would play or typeset. */
function escapeCommands(html: string): string {
  return html.replace(/\[(?=sound:|anki:|latex\]|\$)/gi, "&#91;");
}

// Noncharacters of Unicode, which no text contains, replace parts that are not Markdown until the Markdown has been parsed.
const RESERVED = /[\ufdd0-\ufddf]/g;
const [OPENING, CLOSING, SOUND, SOUND_END] = ["\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3"];

/** Converts Markdown to HTML, and leaves gaps (`{{c1::...}}`) for Anki to hide if `gaps` is set. */
export function renderMarkdownSide(text: string, nameMedia: NameMedia, { gaps }: { gaps: boolean }): string {
  const clean = text.replace(RESERVED, "");
  const marked = gaps ? replaceGapBraces(clean) : clean;
  const html = isTooDense(clean) ? escapeCommands(renderPlainText(marked)) : renderMarkdown(marked, nameMedia);
  return removeAddedCommas(html)
    .replace(new RegExp(`${SOUND}(.*?)${SOUND_END}`, "g"), "[sound:$1]")
    .replace(new RegExp(`${OPENING}(\\d+):`, "g"), "{{c$1::")
    .replaceAll(CLOSING as string, "}}");
}

function replaceGapBraces(text: string): string {
  const edits = findGaps(text).flatMap(({ number, start, end }) => [
    { start, end: start + `{{c::`.length + countDigits(text, start), replacement: `${OPENING}${number}:` },
    { start: end - 2, end, replacement: CLOSING as string },
  ]);
  return replaceBraces(text, edits);
}

function countDigits(text: string, start: number): number {
  return (/^\d+/.exec(text.slice(start + 3, start + 12))?.[0] ?? "").length;
}

/** The time of parsers grows with the square of the number of such signs without a partner; no real text has that many. */
function isTooDense(text: string): boolean {
  return (
    (text.match(/[*_~`$[\]|<&@]|\\[([]/g)?.length ?? 0) > 1500 ||
    /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){14}/m.test(text)
  );
}

/** Matches a line without signs of Markdown, which costs less than parsing it. */
const ONE_LINE = /^[^\s\d#+\-=\\`*_[\]~|<>&$@{}\ufdd0-\ufdd3][^\n\r\t\\`*_[\]~|<>&$@{}\ufdd0-\ufdd3]*$/;

function renderMarkdown(text: string, nameMedia: NameMedia): string {
  if (ONE_LINE.test(text) && !/www\.|:\/\//i.test(text)) return `<p>${text.trimEnd()}</p>`;
  const source = convertToDollars(text);
  const tree = fromMarkdown(source, SYNTAX);
  const html = toHast(tree, { handlers: createHandlers(source, nameMedia) });
  return escapeCommands(toHtml(html)).replace(/>\n+</g, "><").trim();
}

/** Constructs that are text in cards: HTML, and footnotes, for which a card has no place. */
const NOT_IN_CARDS = ["htmlFlow", "htmlText", "gfmFootnoteCall", "gfmFootnoteDefinition", "gfmPotentialFootnoteCall"];

const SYNTAX = {
  extensions: [gfm({ singleTilde: false }), excludeMoney(math()), { disable: { null: NOT_IN_CARDS } }],
  mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
};

function createHandlers(source: string, nameMedia: NameMedia): Handlers {
  return {
    text: (_state: State, { value }: Text) => splitBackslashes(value),
    math: (_state: State, { value }: { value: string }) => createParagraph({ type: "text", value: `\\[${value}\\]` }),
    inlineMath: (_state: State, { value, position }: InlineMath) => {
      // Two dollars mark a formula on its own line, also in the middle of a text.
      const isBlock = /^\$\$(?!\$)/.test(source.slice(position?.start.offset, position?.end.offset));
      return { type: "text", value: isBlock ? `\\[${value}\\]` : `\\(${value}\\)` };
    },
    link: (state: State, node: Link) => createLink(node.url, state.all(node)),
    image: (_state: State, node: Image) => createImage(node, nameMedia),
    // References get the address of their definition. Without a definition the parser leaves text.
    imageReference: (state: State, node, parent: Parents | undefined) => {
      const definition = state.definitionById.get(node.identifier.toUpperCase());
      return definition
        ? createImage({ ...node, type: "image", url: definition.url }, nameMedia)
        : state.one(node, parent);
    },
    linkReference: (state: State, node) => {
      const definition = state.definitionById.get(node.identifier.toUpperCase());
      return createLink(definition?.url ?? "", state.all(node));
    },
  };
}

/** Separates a backslash from a following bracket, so that Anki does not read them as a formula. */
function splitBackslashes(value: string): ElementContent[] {
  return value
    .split(/(?<=\\)(?=[([])/)
    .flatMap((part, place): ElementContent[] =>
      place === 0
        ? [{ type: "text", value: part }]
        : [
            createElement("span", {}, [{ type: "text", value: part.slice(0, 1) }]),
            { type: "text", value: part.slice(1) },
          ],
    );
}

function createLink(url: string, children: ElementContent[]): ElementContent[] {
  return /^(https?:\/\/|mailto:)/i.test(url) ? [createElement("a", { href: url }, children)] : children;
}

function createImage({ url, alt }: Pick<Image, "url" | "alt">, nameMedia: NameMedia): ElementContent[] {
  const description: ElementContent = { type: "text", value: alt || "imagen" };
  const [, id] = /^media:([\da-f]{64})$/.exec(url) ?? [];
  if (id === undefined) return createLink(url, [description]);
  const file = nameMedia(id);
  if (file === null) return [{ type: "text", value: alt || "" }];
  if (file.isSound) return [{ type: "text", value: `${SOUND}${file.name}${SOUND_END}` }];
  return [createElement("img", alt ? { src: file.name, alt } : { src: file.name }, [])];
}

const createParagraph = (content: ElementContent) => createElement("p", {}, [content]);

function createElement(
  tagName: string,
  properties: Element["properties"],
  children: ElementContent[],
): Element & RootContent {
  return { type: "element", tagName, properties, children };
}

/** Returns a field as Anki sorts and compares it: without HTML tags, but with the names of its media files. */
export function stripField(html: string): string {
  return html
    .replace(/<img[^>]*? src="([^"]*)"[^>]*>/g, " $1 ")
    .replace(/\[sound:(.*?)\]/g, " $1 ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(nbsp|lt|gt|quot|amp|#91|#x3C|#x26);/g, (_whole, name: string) => ENTITIES[name] as string)
    .trim();
}

const ENTITIES: Record<string, string> = {
  nbsp: " ",
  lt: "<",
  gt: ">",
  quot: '"',
  amp: "&",
  "#91": "[",
  "#x3C": "<",
  "#x26": "&",
};
