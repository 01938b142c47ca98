import type { Card } from "@repasa/contract/cards.ts";
import { UserPen } from "lucide-react";
import { describeUpstream } from "#features/cards/upstream/upstream.wording.ts";

/** The mark, in a list, of a card that differs from its author's. */
export function UpstreamMark({ card }: { card: Card }) {
  const text = describeUpstream(card);
  return (
    text !== null && (
      <span className="inline-flex items-center gap-1">
        <UserPen aria-hidden className="size-3.5" />
        {text}
      </span>
    )
  );
}
