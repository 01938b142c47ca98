import type { Card } from "@repasa/contract/cards.ts";
import { answerOf, extraOf, questionOf, sideOf } from "#features/cards/cards.sides.ts";
import { SideText } from "#features/cards/components/card-text.tsx";
import { cx } from "#ui/cx.ts";

type PrintedTextProps = { card: Card; side: "front" | "back"; className?: string };

/** The question or the answer of a card, as it is printed. */
export function PrintedText({ card, side, className }: PrintedTextProps) {
  const extra = side === "back" ? extraOf(card) : "";
  return (
    <div dir="auto" data-format={card.format} className={cx("paper-text", className)}>
      <SideText side={side === "front" ? questionOf(card) : answerOf(card)} still />
      {extra !== "" && <SideText side={sideOf(extra, card.format)} still />}
    </div>
  );
}
