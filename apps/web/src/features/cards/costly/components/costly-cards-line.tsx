import type { CostlyCards } from "@repasa/contract/study.ts";
import type { MouseEvent } from "react";
import type { Trail } from "#features/cards/cards.trail.ts";
import { formatCostly } from "#features/cards/costly/costly.wording.ts";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";

type CostlyCardsLineProps = { costly: CostlyCards; onClick: (click: MouseEvent) => void };

/** Says how many cards take which share of the time, and leads to them, one after another. */
export function CostlyCardsLine({ costly, onClick }: CostlyCardsLineProps) {
  const trail: Trail = { kind: "costly", cards: costly.cards };
  return (
    <>
      {formatCostly(costly)}.{" "}
      <Link
        href={paths.card(Number(costly.cards[0]?.id))}
        state={{ trail }}
        replace
        onClick={onClick}
        className={`${textLink} inline-flex min-h-6 items-center`}
      >
        {costly.cards.length === 1 ? "Mejorarla" : "Mejorarlas"}
      </Link>
    </>
  );
}
