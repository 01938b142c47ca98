import type { Card } from "@repasa/contract/cards.ts";
import { DueText } from "#features/cards/components/card-row.tsx";
import { MarkedCardText } from "#features/cards/components/marked-text.tsx";
import { useToday } from "#features/preferences/use-today.ts";
import { difficultyOf } from "#lib/difficulty.ts";
import { DifficultyBadge } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";

type CardSidesProps = { card: Card; terms: readonly string[] };

/** Question and answer, whole. */
export function CardSides({ card, terms }: CardSidesProps) {
  const today = useToday();
  return (
    <div className="px-4 py-4 md:px-6 md:py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
        <DifficultyBadge difficulty={difficultyOf(card.difficulty)} />
        {card.nextReviewDate !== null && <DueText card={card} today={today} />}
      </div>
      <h1 tabIndex={-1} dir="auto" className={cx("mt-3", textLook, sizeOf(card.front))}>
        <MarkedCardText text={card.front} terms={terms} />
      </h1>
      <hr className="my-4 border-line md:my-5" />
      <p className="mb-1 font-semibold text-ink-soft text-xs">Respuesta</p>
      <p dir="auto" className={cx(textLook, sizeOf(card.back))}>
        <MarkedCardText text={card.back} terms={terms} />
      </p>
    </div>
  );
}

const textLook = "whitespace-pre-wrap wrap-anywhere";

function sizeOf({ length }: string): string {
  if (length <= 120) return "text-xl";
  return length <= 400 ? "text-lg" : "text-input";
}
