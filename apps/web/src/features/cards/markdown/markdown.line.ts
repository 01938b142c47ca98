import { removeEdges } from "@repasa/card-text/placeholders.ts";
import type { GapView } from "#features/cards/cards.sides.ts";
import { withGapsFilled } from "#features/cards/markdown/markdown.gaps.ts";
import { markdownWords } from "#features/cards/markdown/markdown.words.ts";

/** Returns a Markdown text as words, for places with a single line. */
export function markdownLine(text: string, gaps?: GapView): string {
  return removeEdges(markdownWords(withGapsFilled(text, gaps ?? { number: null, hidden: false })));
}
