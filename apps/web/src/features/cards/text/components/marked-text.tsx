import { findTerms, type Span } from "@repasa/card-text/search.ts";
import { SideText } from "#features/cards/text/components/card-text.tsx";
import type { CardSide } from "#features/cards/text/text.sides.ts";
import { excerpt } from "#lib/text-search.ts";

type MarkedTextProps = { text: string; terms: readonly string[] };

/** A text with the search terms marked. */
function MarkedText({ text, terms }: MarkedTextProps) {
  if (terms.length === 0) return text;
  const parts = splitAtHits(text, findTerms(text, terms));
  return parts.map(({ start, end, hit }) =>
    hit ? (
      <mark key={start} className="rounded-sm bg-brand-soft font-bold text-brand-ink underline underline-offset-3">
        {text.slice(start, end)}
      </mark>
    ) : (
      text.slice(start, end)
    ),
  );
}

type MarkedSideProps = { side: CardSide; terms: readonly string[] };

/** A side of a card with the search terms marked; `still` inside a link or a button. */
export function MarkedSide({ side, terms, still }: MarkedSideProps & { still?: boolean }) {
  return (
    <SideText side={side} terms={terms} still={still} draw={(stretch) => <MarkedText text={stretch} terms={terms} />} />
  );
}

/** The line of a text that contains a search term, or the whole text in one line. */
export function MarkedLine({ text, terms }: MarkedTextProps) {
  return <MarkedText text={excerpt(text, terms)} terms={terms} />;
}

function splitAtHits(text: string, hits: readonly Span[]): (Span & { hit: boolean })[] {
  const parts: (Span & { hit: boolean })[] = [];
  let at = 0;
  for (const { start, end } of hits) {
    if (start > at) parts.push({ start: at, end: start, hit: false });
    parts.push({ start, end, hit: true });
    at = end;
  }
  if (at < text.length) parts.push({ start: at, end: text.length, hit: false });
  return parts;
}
