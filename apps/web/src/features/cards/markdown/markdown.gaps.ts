import { findGaps, type Gap } from "@repasa/card-text/gaps.ts";
import { type Edit, removeEdges, replaceBraces } from "@repasa/card-text/placeholders.ts";
import type { GapView } from "#features/cards/cards.sides.ts";
import type { TreeNode, TreePlugin } from "#features/cards/markdown/markdown.tree.ts";
import { markdownWords } from "#features/cards/markdown/markdown.words.ts";

/** Characters that no text holds (Unicode reserves them) stand for gaps until Markdown has been read. */
export const OPENING = "\ufdd0";
export const CLOSING = "\ufdd1";
const RESERVED = /[\ufdd0-\ufddf]/g;
const FIRST_DIGIT = 0xfdd4;
const ASKED = /[\ufdd4-\ufddd]+/g;

/**
 * A text whose gaps are marked by characters that Markdown takes for letters, with edges that `withoutGapEdges` removes; `asked`
 * holds the texts of the gaps.
 */
export type MarkedText = { text: string; asked: readonly string[] };

export function withGapMarks(text: string, view: GapView | undefined): MarkedText {
  const asked: string[] = [];
  const marks = {
    asked: (hint: string | null) => `${OPENING}${numberInMarks(asked.push(gapText(hint)) - 1)}${CLOSING}`,
    opening: OPENING,
    closing: CLOSING,
  };
  const clean = text.replace(RESERVED, "");
  return { text: view ? writeGaps(clean, view, marks) : clean, asked };
}

/** What is asked, in place of the characters that stand for it. */
export function withAsked(text: string, asked: readonly string[], write = (words: string) => words): string {
  return text.replace(ASKED, (digits) => write(asked[numberOfMarks(digits)] ?? ""));
}

/** For where a gap cannot stand out, such as the description of an image. */
export function withoutMarks(text: string, asked: readonly string[]): string {
  return withAsked(text, asked).replace(RESERVED, "");
}

/** A text as it reads, with its gaps filled in or as "[...]". */
export function withoutGaps(text: string, view: GapView): string {
  return removeEdges(withGapsFilled(text, view));
}

/** Does the same, with edges where signs of emphasis are beside a gap. */
export function withGapsFilled(text: string, view: GapView): string {
  return writeGaps(text, view, { asked: gapText, opening: "", closing: "" });
}

/** Removes the edges from the parsed Markdown tree. */
export const withoutGapEdges: TreePlugin = () => (tree) => {
  const visit = (node: TreeNode) => {
    for (const name of ["value", "alt", "title", "url"] as const) {
      if (node[name]) node[name] = removeEdges(node[name]);
    }
    node.children?.forEach(visit);
  };
  visit(tree);
};

/** Returns "[...]", or the words of a gap's hint in brackets. */
function gapText(hint: string | null): string {
  const words = hint === null ? "" : markdownWords(hint.replace(/\s+/g, " "));
  return `[${words || "..."}]`;
}

function numberInMarks(number: number): string {
  return [...String(number)].map((digit) => String.fromCharCode(FIRST_DIGIT + Number(digit))).join("");
}

function numberOfMarks(digits: string): number {
  return Number([...digits].map((digit) => digit.charCodeAt(0) - FIRST_DIGIT).join(""));
}

/** What is written in place of a text's gaps. */
type Writing = {
  /** In place of a gap that is asked. */
  asked: (hint: string | null) => string;
  /** Around what a gap that stands out holds; nothing is written around the others. */
  opening: string;
  closing: string;
};

function writeGaps(text: string, view: GapView, writing: Writing): string {
  return replaceBraces(
    text,
    findGaps(text).flatMap((gap) => editsOf(text, gap, view, writing)),
  );
}

function editsOf(text: string, gap: Gap, view: GapView, { asked, opening, closing }: Writing): Edit[] {
  const standsOut = view.number === null || view.number === gap.number;
  if (standsOut && view.hidden) return [{ at: gap.start, until: gap.end, put: asked(gap.hint) }];
  const inside = text.indexOf("::", gap.start) + 2;
  return [
    { at: gap.start, until: inside, put: standsOut ? opening : "" },
    { at: inside + gap.text.length, until: gap.end, put: standsOut ? closing : "" },
  ];
}
