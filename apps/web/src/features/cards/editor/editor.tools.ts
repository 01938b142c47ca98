import { gapNumbers, MAX_GAPS } from "@repasa/card-text/gaps.ts";
import type { Edit } from "#lib/apply-edit.ts";

/** The text of a field and its selection (`from`, `to`), as offsets in UTF-16 units. */
export type Typed = { text: string; from: number; to: number };

export type Tool = "gap" | "bold" | "italic" | "code" | "list" | "formula" | "link";

/**
 * Returns the edit by which a tool changes the selected text; `front` is the text whose gaps a new gap is numbered
 * after.
 */
export function createToolEdit(tool: Tool, typed: Typed, front: string): Edit {
  switch (tool) {
    case "gap":
      return surround(typed, `{{c${nextGapNumber(front)}::`, "}}");
    case "bold":
      return toggleSign(typed, "**");
    case "italic":
      return toggleSign(typed, "*");
    case "code":
      return getSelectedText(typed).includes("\n") ? surround(typed, "```\n", "\n```") : toggleSign(typed, "`");
    case "list":
      return toggleList(typed);
    case "formula":
      return getSelectedText(typed).includes("\n") ? surround(typed, "$$\n", "\n$$") : toggleSign(typed, "$");
    case "link":
      return insertLink(typed);
  }
}

/** Returns the number of the next gap of a text. */
function nextGapNumber(text: string): number {
  return Math.min(MAX_GAPS, (gapNumbers(text).at(-1) ?? 0) + 1);
}

/** Returns the edit that inserts `put` at the cursor, on a line of its own if text precedes it. */
export function createInsertion({ text, from, to }: Typed, put: string): Edit {
  const lead = from > 0 && text[from - 1] !== "\n" ? "\n" : "";
  const end = from + lead.length + put.length;
  return { from, to, put: lead + put, select: [end, end] };
}

const MARKDOWN_SYNTAX =
  /\*\*\S[^*\n]{0,500}\*\*|\{\{c\d{1,3}::|\$[^$\n]{0,500}[\\^_][^$\n]{0,500}\$|\\\(|\\\[|!\[[^\]\n]{0,300}\]\(media:|^\|.{1,300}\|\s*\n\|?\s*:?-{3,}/m;

/** Returns whether a text was probably meant as Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  return MARKDOWN_SYNTAX.test(text);
}

function getSelectedText({ text, from, to }: Typed): string {
  return text.slice(from, to);
}

function surround(typed: Typed, before: string, after: string): Edit {
  const { from, to } = typed;
  const inside = from + before.length;
  return { from, to, put: before + getSelectedText(typed) + after, select: [inside, inside + to - from] };
}

/** Surrounds the selection with a sign, or removes the sign if it already surrounds the selection. */
function toggleSign(typed: Typed, sign: string): Edit {
  const { text, from, to } = typed;
  const isSign = (at: number) => at >= 0 && text.slice(at, at + sign.length) === sign && !isPartOfMore(text, at, sign);
  if (!isSign(from - sign.length) || !isSign(to)) return surround(typed, sign, sign);
  const start = from - sign.length;
  return { from: start, to: to + sign.length, put: getSelectedText(typed), select: [start, start + to - from] };
}

/** Returns whether a sign is part of a longer run: one of the stars of `**` is not `*`. */
function isPartOfMore(text: string, at: number, sign: string): boolean {
  return text[at - 1] === sign[0] || text[at + sign.length] === sign[0];
}

const ITEM = /^([ \t]*)[-*+] /;

function toggleList({ text, from, to }: Typed): Edit {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const lineEnd = text.indexOf("\n", to);
  const end = lineEnd === -1 ? text.length : lineEnd;
  const lines = text.slice(start, end).split("\n");
  const isList = lines.every((line) => ITEM.test(line));
  const put = lines.map((line) => (isList ? line.replace(ITEM, "$1") : `- ${line}`)).join("\n");
  const cursor = start + put.length;
  return { from: start, to: end, put, select: from === to ? [cursor, cursor] : [start, cursor] };
}

function insertLink(typed: Typed): Edit {
  const { from, to } = typed;
  const name = getSelectedText(typed);
  if (/^https?:\/\/\S+$/.test(name)) return { from, to, put: `[](${name})`, select: [from + 1, from + 1] };
  const address = from + name.length + 3;
  return { from, to, put: `[${name}](https://)`, select: [address, address + "https://".length] };
}

export function readSelection({ value: text, selectionStart: from, selectionEnd: to }: HTMLTextAreaElement): Typed {
  return { text, from, to };
}
