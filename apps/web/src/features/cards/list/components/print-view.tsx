import type { Card } from "@repasa/contract/cards.ts";
import { Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { MoreCards } from "#features/cards/list/components/more-cards.tsx";
import { PrintedText } from "#features/cards/list/components/printed-text.tsx";
import type { FolderCards } from "#features/cards/list/use-folder-cards.ts";
import { focusTitle } from "#features/cards/list/use-print-view.ts";
import { loadRichText } from "#features/cards/text/components/card-text.tsx";
import { counted, formatCount } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";
import { ChoiceField } from "#ui/choice-field.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import "#styles/print.css";

type Layout = "list" | "apart" | "fold";

const layouts: readonly { value: Layout; label: string; hint: string }[] = [
  { value: "list", label: "Lista", hint: "Cada pregunta con su respuesta al lado." },
  { value: "apart", label: "Examen", hint: "Primero las preguntas; las respuestas, en las hojas siguientes." },
  { value: "fold", label: "Tarjetas", hint: "Recorta por la línea continua y dobla por la discontinua." },
];

type PrintViewProps = { title: string; list: FolderCards; onClose: () => void };

/** A folder as it will be printed, and the choice of its layout. The rest of the app is not printed. */
export function PrintView({ title, list, onClose }: PrintViewProps) {
  const [layout, setLayout] = useState<Layout>("list");
  // The list is newest first; printed cards are in the order of their creation.
  const { cards: loaded = [], total, hasMore, failed } = list;
  const ordered = hasMore ? [] : loaded.toReversed();
  const drawn = useDrawnCount(ordered.length);
  const count = counted(total, "carta", "cartas");
  const paper = useRef<HTMLElement>(null);
  useEffect(focusTitle, []);
  const print = async () => {
    // Content that is not drawn yet would be missing on paper.
    await loadRichText(ordered);
    await document.fonts.ready;
    const images = [...(paper.current?.querySelectorAll("img") ?? [])];
    await Promise.allSettled(images.map((image) => image.decode()));
    window.print();
  };
  return (
    <>
      <div className="screen-only">
        <PageHeader
          title="Imprimir"
          subtitle={title}
          actions={
            <>
              <Button variant="outline" onClick={onClose}>
                Volver a la carpeta
              </Button>
              <Button icon={<Printer />} disabled={drawn < total} onClick={() => void print()}>
                Imprimir
              </Button>
            </>
          }
        />
        {failed ? (
          <MoreCards failed onMore={list.loadMore} />
        ) : (
          drawn < total && (
            <p role="status" className="tabular mb-4 text-ink-soft">
              Preparando {formatCount(drawn)} de {count}...
            </p>
          )
        )}
        <div className="mb-6 max-w-xl">
          <ChoiceField label="Formato" choices={layouts} value={layout} onChange={setLayout} />
          <p className="mt-1.5 text-ink-soft text-sm">{layouts.find(({ value }) => value === layout)?.hint}</p>
        </div>
      </div>
      <article ref={paper} aria-label="Vista previa" className="paper">
        <h2 className="paper-title">{title}</h2>
        <p className="paper-count">{count}</p>
        <Sheets layout={layout} cards={ordered.slice(0, drawn)} />
      </article>
    </>
  );
}

/** The number of cards that are drawn at once, small enough that the page stays responsive. */
const PORTION = 200;

/** Returns the number of cards to draw, which grows by portions: thousands at once would block the browser. */
function useDrawnCount(total: number): number {
  const [drawn, setDrawn] = useState(PORTION);
  useEffect(() => {
    if (drawn >= total) return;
    const timer = setTimeout(() => setDrawn(drawn + PORTION), 16);
    return () => clearTimeout(timer);
  }, [drawn, total]);
  return Math.min(drawn, total);
}

function Sheets({ layout, cards }: { layout: Layout; cards: readonly Card[] }) {
  if (layout === "fold") return <FoldedCards cards={cards} />;
  if (layout === "list") return <QuestionsAndAnswers cards={cards} />;
  return (
    <>
      <OneSide cards={cards} side="front" label="Preguntas" />
      <h2 className="paper-title paper-new-page">Respuestas</h2>
      <OneSide cards={cards} side="back" label="Respuestas" />
    </>
  );
}

function QuestionsAndAnswers({ cards }: { cards: readonly Card[] }) {
  return (
    <ol className="paper-list paper-pairs">
      {cards.map((card, index) => (
        <li key={card.id} data-printed-card="">
          <CardNumber index={index} />
          <PrintedText card={card} side="front" className="paper-question" />
          <PrintedText card={card} side="back" />
        </li>
      ))}
    </ol>
  );
}

type OneSideProps = { cards: readonly Card[]; side: "front" | "back"; label: string };

function OneSide({ cards, side, label }: OneSideProps) {
  return (
    <ol aria-label={label} className="paper-list">
      {cards.map((card, index) => (
        <li key={card.id} data-printed-card={side === "front" ? "" : undefined}>
          <CardNumber index={index} />
          <PrintedText card={card} side={side} />
        </li>
      ))}
    </ol>
  );
}

/** Shows the number as text, because answers may be printed far from their questions. */
function CardNumber({ index }: { index: number }) {
  return <span className="paper-number">{index + 1}.</span>;
}

function FoldedCards({ cards }: { cards: readonly Card[] }) {
  return (
    <ul className="paper-cards">
      {cards.map((card) => (
        <li key={card.id} data-printed-card="">
          <PrintedText card={card} side="front" className="paper-question" />
          <PrintedText card={card} side="back" />
        </li>
      ))}
    </ul>
  );
}
