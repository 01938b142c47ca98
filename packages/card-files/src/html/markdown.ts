import { isFormula } from "@repasa/card-text/formulas.ts";
import type { Paragraph, PhrasingContent, Root } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { mathToMarkdown } from "mdast-util-math";
import { type Handle, type Options, toMarkdown } from "mdast-util-to-markdown";

/** Represents a backslash that must not be escaped: a noncharacter, which texts cannot contain. */
export const BACKSLASH = "\ufdd0";

const OPTIONS: Options = {
  bullet: "-",
  emphasis: "_",
  fences: true,
  rule: "-",
  listItemIndent: "one",
  extensions: [gfmToMarkdown({ tablePipeAlign: false }), mathToMarkdown(), { handlers: { inlineMath } }],
};

const mathHandlers = mathToMarkdown().handlers as { inlineMath: Handle & { peek: () => string } };

/** Writes a formula in more dollars if the characters beside it would turn one in single dollars into money. */
function inlineMath(...[node, parent, state, info]: Parameters<Handle>): string {
  const written = mathHandlers.inlineMath(node, parent, state, info);
  const isRead = written.startsWith("$$") || isFormula(written, info.before.slice(-1), info.after.slice(0, 1));
  return isRead ? written : `$$$${node.value}$$$`;
}
inlineMath.peek = mathHandlers.inlineMath.peek;

/** Writes a tree as Markdown: mere words at once, because most cards are nothing else, and any other tree with the library. */
export function writeMarkdown(root: Root): string {
  return writeWords(root) ?? writeWithLibrary(root);
}

/** Writes any tree as Markdown with the library. */
export function writeWithLibrary(root: Root): string {
  return toMarkdown(root, OPTIONS).trim().replaceAll(BACKSLASH, "\\");
}

/** Letters, digits, spaces and signs that have a meaning in Markdown at most at the beginning of a line. */
const HARMLESS = /^[\p{L}\p{M}\p{N} ,;'"¿?¡%()…«»“”‘’–—·°]*$/u;
/** Excludes digits, with which a list may begin. */
const HARMLESS_BEGINNING = /^[\p{L}¿¡"'(«“]/u;

/** Writes lines of harmless words without the library, whose search for signs of Markdown takes most of the time for a file. */
function writeWords(root: Root): string | null {
  const paragraphs: string[] = [];
  for (const node of root.children) {
    const text = node.type === "paragraph" ? readWordParagraph(node) : null;
    if (text === null) return null;
    const lines = text.words.split("\n");
    if (!lines.every((line) => HARMLESS.test(line) && HARMLESS_BEGINNING.test(line) && line.trim() === line))
      return null;
    paragraphs.push(text.written.replaceAll("\n", "\\\n"));
  }
  return paragraphs.join("\n\n");
}

/** Matches words that begin and end with a letter or a digit. Asterisks around them mean bold, whatever characters are outside. */
const BOLD_WORDS = /^[\p{L}\p{N}](?:[^\n]*[\p{L}\p{N}])?$/u;

function readWordParagraph({ children }: Paragraph): { words: string; written: string } | null {
  let words = "";
  let written = "";
  let wasBold = false;
  for (const node of children) {
    const bold = node.type === "strong" && node.children.length === 1 ? node.children[0] : undefined;
    const piece = bold ? readPlainPiece(bold) : readPlainPiece(node);
    if (piece === null || (bold && (wasBold || !BOLD_WORDS.test(piece)))) return null;
    words += piece;
    written += bold ? `**${piece}**` : piece;
    wasBold = bold !== undefined;
  }
  return { words, written };
}

/** Returns a tree as plain text; null if it has more than paragraphs, lines, and links whose text is their address. */
export function toPlainText(root: Root): string | null {
  const paragraphs: string[] = [];
  for (const node of root.children) {
    const text = node.type === "paragraph" ? readPlainParagraph(node) : null;
    if (text === null) return null;
    paragraphs.push(text);
  }
  return paragraphs.join("\n\n").replaceAll(BACKSLASH, "");
}

function readPlainParagraph(paragraph: Paragraph): string | null {
  let text = "";
  for (const node of paragraph.children) {
    const piece = readPlainPiece(node);
    if (piece === null) return null;
    text += piece;
  }
  return text;
}

function readPlainPiece(node: PhrasingContent): string | null {
  if (node.type === "text") return node.value;
  if (node.type === "break") return "\n";
  const only = node.type === "link" && node.children.length === 1 ? node.children[0] : undefined;
  return only?.type === "text" && node.type === "link" && node.url === only.value ? only.value : null;
}
