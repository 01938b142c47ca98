import { gapNumbers } from "@repasa/card-text/gaps.ts";
import { formatGapVariant, parseGapVariant, REVERSE } from "@repasa/card-text/variants.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { ChevronLeft, ChevronRight, Pencil } from "lucide-react";
import { type MouseEvent, type Ref, useDeferredValue, useState } from "react";
import { SideText } from "#features/cards/text/components/card-text.tsx";
import { type CardSide, getAnswer, getExtraText, getQuestion } from "#features/cards/text/text.sides.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";

type CardPreviewProps = {
  ref: Ref<HTMLElement>;
  front: string;
  back: string;
  /** The variant of the card that is edited, which is shown first. */
  variant: string | null;
  hasReverse: boolean;
  turned: boolean;
  onTurned: (turned: boolean) => void;
  onClose: () => void;
  className: string;
};

type Texts = Pick<Card, "front" | "back" | "format" | "variant">;

/** The cards that a Markdown text makes, one at a time, asked and turned as in a study session. */
export function CardPreview({
  ref,
  front,
  back,
  variant,
  hasReverse,
  turned,
  onTurned,
  onClose,
  className,
}: CardPreviewProps) {
  const cards = listCards(useDeferredValue(front), useDeferredValue(back), hasReverse);
  const [chosen, setChosen] = useState(() => (parseGapVariant(variant) === null ? null : variant));
  const index = Math.max(
    0,
    cards.findIndex((card) => card.variant === chosen),
  );
  const card = cards[index] as Texts;
  const choose = (next: number) => {
    setChosen(cards[next]?.variant ?? null);
    onTurned(false);
  };
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Vista previa"
      className={cx("flex min-w-0 flex-col rounded-control bg-sunken p-3 outline-none short:flex-1 xl:p-4", className)}
    >
      <div className="-mt-1 mb-1 flex min-h-11 items-center justify-between gap-2">
        <p className="font-semibold text-ink-soft text-sm max-xl:hidden">Vista previa</p>
        <Button variant="ghost" size="sm" icon={<Pencil />} onClick={onClose} className="-ml-2 xl:hidden">
          Escribir
        </Button>
        {cards.length > 1 && <Steps index={index} count={cards.length} onChosen={choose} />}
      </div>
      <PreviewedCard key={`${card.variant} ${turned}`} card={card} turned={turned} onReveal={() => onTurned(true)} />
      <Button variant="outline" className="mt-3" onClick={() => onTurned(!turned)}>
        {turned ? "Ver la pregunta" : "Mostrar Respuesta"}
      </Button>
    </section>
  );
}

function listCards(front: string, back: string, hasReverse: boolean): Texts[] {
  const card: Texts = { front, back, format: "markdown", variant: null };
  const gaps = gapNumbers(front);
  if (gaps.length > 0) return gaps.map((number) => ({ ...card, variant: formatGapVariant(number) }));
  return hasReverse ? [card, { ...card, front: back, back: front, variant: REVERSE }] : [card];
}

type StepsProps = { index: number; count: number; onChosen: (index: number) => void };

function Steps({ index, count, onChosen }: StepsProps) {
  return (
    <div className="flex items-center">
      <IconButton
        label="Carta anterior"
        icon={<ChevronLeft />}
        disabled={index === 0}
        onClick={() => onChosen(index - 1)}
      />
      <p role="status" className="tabular text-ink-soft text-sm">
        Carta {index + 1} de {count}
      </p>
      <IconButton
        label="Carta siguiente"
        icon={<ChevronRight />}
        disabled={index === count - 1}
        onClick={() => onChosen(index + 1)}
      />
    </div>
  );
}

type PreviewedCardProps = { card: Texts; turned: boolean; onReveal: () => void };

function PreviewedCard({ card, turned, onReveal }: PreviewedCardProps) {
  const reveal = ({ target }: MouseEvent) => {
    // Links and players handle a tap themselves.
    if (!(target instanceof Element && target.closest("a, audio"))) onReveal();
  };
  const extra = turned ? getExtraText(card) : "";
  return (
    <section
      aria-label={turned ? "Reverso" : "Anverso"}
      className={cx("surface-card flex min-h-60 flex-1 short:min-h-20 xl:min-h-44", !turned && "cursor-pointer")}
      {...(!turned && { onClick: reveal })}
    >
      <div className={cx("m-auto w-full min-w-0 px-4 py-5", turned ? "card-flip" : "card-next")}>
        <Shown side={turned ? getAnswer(card) : getQuestion(card)} empty={turned ? "La respuesta" : "La pregunta"} />
        {extra !== "" && (
          <div className="mt-4 border-line border-t pt-3 text-base text-ink-soft">
            <SideText side={{ text: extra, format: card.format }} />
          </div>
        )}
      </div>
    </section>
  );
}

function Shown({ side, empty }: { side: CardSide; empty: string }) {
  const look = "wrap-anywhere mx-auto w-fit max-w-full text-lg";
  if (side.text.trim() === "") return <p className={cx(look, "text-ink-soft")}>{empty}</p>;
  return (
    <div className={cx(look, "font-medium")}>
      <SideText side={side} />
    </div>
  );
}
