import { gapNumbers } from "@repasa/card-text/gaps.ts";
import { useDeferredValue } from "react";
import { createSide } from "#features/cards/cards.sides.ts";
import { SideText } from "#features/cards/components/card-text.tsx";
import { counted } from "#lib/plural.ts";
import { cx } from "#ui/cx.ts";

type CardPreviewProps = { front: string; back: string; className?: string };

/** Both sides of a Markdown card as they will be drawn. */
export function CardPreview({ front, back, className }: CardPreviewProps) {
  const gaps = gapNumbers(useDeferredValue(front)).length;
  return (
    <section aria-label="Vista previa" className={cx("min-w-0 rounded-control bg-sunken p-3 xl:p-4", className)}>
      <p className="mb-2 font-semibold text-ink-soft text-xs">
        Vista previa{gaps > 0 && ` · ${counted(gaps, "carta", "cartas")}, una por hueco`}
      </p>
      <div className="surface-card px-4 py-3">
        <Shown text={front} empty={gaps > 0 ? "" : "La pregunta"} className="font-medium text-lg" />
        {(back.trim() !== "" || gaps === 0) && <hr className="my-3 border-line" />}
        <Shown text={back} empty={gaps > 0 ? "" : "La respuesta"} className="text-input" />
      </div>
    </section>
  );
}

function Shown({ text, empty, className }: { text: string; empty: string; className: string }) {
  const shown = useDeferredValue(text);
  if (shown.trim() === "") return empty === "" ? null : <p className={cx("text-ink-soft", className)}>{empty}</p>;
  return (
    <div className={className}>
      <SideText side={createSide(shown, "markdown")} />
    </div>
  );
}
