import type { Card } from "@repasa/contract/cards.ts";
import { Pause, Tag } from "lucide-react";
import { DueText } from "#features/cards/list/components/card-row.tsx";
import { MarkedSide } from "#features/cards/text/components/marked-text.tsx";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { type CardSide, getAnswer, getExtraText, getQuestion } from "#features/cards/text/text.sides.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { parseDifficulty } from "#lib/difficulty.ts";
import { Badge, DifficultyBadge } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";

type CardSidesProps = { card: Card; terms: readonly string[] };

/** The whole question and the whole answer. */
export function CardSides({ card, terms }: CardSidesProps) {
  const today = useToday();
  return (
    <div className="px-4 py-4 md:px-6 md:py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
        <DifficultyBadge difficulty={parseDifficulty(card.difficulty)} />
        {card.suspended && <Badge icon={<Pause />}>Suspendida</Badge>}
        {!card.suspended && card.nextReviewDate !== null && <DueText card={card} today={today} />}
        {card.tags.map((tag) => (
          <Badge key={tag} icon={<Tag />}>
            {tag}
          </Badge>
        ))}
      </div>
      <Question card={card} terms={terms} />
      <hr className="my-4 border-line md:my-5" />
      <p className="mb-1 font-semibold text-ink-soft text-xs">Respuesta</p>
      <Answer side={getAnswer(card)} terms={terms} />
      {getExtraText(card) !== "" && (
        <div className="mt-4 text-ink-soft">
          <Answer side={{ text: getExtraText(card), format: card.format }} terms={terms} />
        </div>
      )}
    </div>
  );
}

/** Rendered Markdown may contain more than a heading can, so its heading is the plain text, for screen readers. */
function Question({ card, terms }: CardSidesProps) {
  const side = getQuestion(card);
  const look = cx("mt-3", textLook, chooseTextSize(card.front));
  const marked = <MarkedSide side={side} terms={terms} />;
  if (side.format === "plain") {
    return (
      <h1 tabIndex={-1} dir="auto" className={look}>
        {marked}
      </h1>
    );
  }
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        {formatQuestionLine(card)}
      </h1>
      <div className={cx(look, "font-semibold")}>{marked}</div>
    </>
  );
}

function Answer({ side, terms }: { side: CardSide; terms: readonly string[] }) {
  const Text = side.format === "plain" ? "p" : "div";
  return (
    <Text dir="auto" className={cx(textLook, chooseTextSize(side.text))}>
      <MarkedSide side={side} terms={terms} />
    </Text>
  );
}

const textLook = "whitespace-pre-wrap wrap-anywhere";

function chooseTextSize({ length }: string): string {
  if (length <= 120) return "text-xl";
  return length <= 400 ? "text-lg" : "text-input";
}
