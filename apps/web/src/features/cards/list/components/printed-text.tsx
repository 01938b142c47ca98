import type { Card } from "@repasa/contract/cards.ts";
import { SideText } from "#features/cards/text/components/card-text.tsx";
import { createSide, getAnswer, getExtraText, getQuestion } from "#features/cards/text/text.sides.ts";
import { cx } from "#ui/cx.ts";

type PrintedTextProps = { card: Card; side: "front" | "back"; className?: string };

/** The question or the answer of a card, as it is printed. */
export function PrintedText({ card, side, className }: PrintedTextProps) {
  const extra = side === "back" ? getExtraText(card) : "";
  return (
    <div dir="auto" data-format={card.format} className={cx("paper-text", className)}>
      <SideText side={side === "front" ? getQuestion(card) : getAnswer(card)} still />
      {extra !== "" && <SideText side={createSide(extra, card.format)} still />}
    </div>
  );
}
