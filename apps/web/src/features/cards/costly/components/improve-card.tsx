import type { Card } from "@repasa/contract/cards.ts";
import { ArrowRight, Check } from "lucide-react";
import { useId, useState } from "react";
import { openNeighbour, type Trail } from "#features/cards/cards.trail.ts";
import { isSplittable, proposeGaps } from "#features/cards/costly/costly.splitting.ts";
import { formatSpent } from "#features/cards/costly/costly.wording.ts";
import { CardDialog } from "#features/cards/editor/components/card-dialog.tsx";
import { goBack } from "#lib/sheet-history.ts";
import { Button } from "#ui/button.tsx";

type Improvement = "rewrite" | "split" | "hint";

const improvements: readonly { kind: Improvement; label: string; description: string }[] = [
  { kind: "rewrite", label: "Reescribirla", description: "Una pregunta que solo tenga una respuesta, y corta." },
  { kind: "split", label: "Dividirla", description: "Varias cartas de un dato cada una." },
  { kind: "hint", label: "Añadir una pista", description: "Con qué relacionarla, o por qué letra empieza." },
];

type ImproveCardProps = {
  card: Card;
  trail: Extract<Trail, { kind: "costly" }>;
  next: Pick<Card, "id"> | undefined;
};

/** Offers the ways of making a card that takes long easier, and then leads to the next one. */
export function ImproveCard({ card, trail, next }: ImproveCardProps) {
  const heading = useId();
  const [editing, setEditing] = useState<Improvement | null>(null);
  const [isSaved, setSaved] = useState(false);
  const spent = trail.cards.find(({ id }) => id === card.id);
  const shown = improvements.filter(({ kind }) => kind !== "split" || isSplittable(card));
  return (
    <section aria-labelledby={heading} className="surface-card p-4 md:p-6">
      <h2 id={heading} className="text-lg">
        Mejorar esta carta
      </h2>
      {spent && <p className="mt-1 text-ink-soft text-sm">{formatSpent(spent)}</p>}
      {isSaved ? (
        <Improved next={next} onNext={() => next && openNeighbour(next, trail, null)} />
      ) : (
        <ul className="mt-3 grid gap-3">
          {shown.map(({ kind, label, description }) => (
            <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button
                variant="outline"
                className="w-40"
                aria-describedby={`${heading}-${kind}`}
                onClick={() => setEditing(kind)}
              >
                {label}
              </Button>
              <span id={`${heading}-${kind}`} className="min-w-0 flex-1 basis-32 text-ink-soft text-sm">
                {description}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ImprovementDialog
        card={card}
        editing={editing}
        onClose={() => setEditing(null)}
        onSaved={() => setSaved(true)}
      />
    </section>
  );
}

function Improved({ next, onNext }: { next: Pick<Card, "id"> | undefined; onNext: () => void }) {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="inline-flex items-center gap-2 font-semibold">
        <Check aria-hidden className="size-5 text-brand-ink" />
        {next ? "Guardada." : "Guardada. Era la última."}
      </p>
      {next ? (
        <Button icon={<ArrowRight />} onClick={onNext}>
          Siguiente carta
        </Button>
      ) : (
        <Button onClick={goBack}>Listo</Button>
      )}
    </div>
  );
}

type ImprovementDialogProps = {
  card: Card;
  editing: Improvement | null;
  onClose: () => void;
  onSaved: () => void;
};

function ImprovementDialog({ card, editing, onClose, onSaved }: ImprovementDialogProps) {
  // While the dialog fades out, it shows what it was opened for.
  const [opened, setOpened] = useState<Improvement>("rewrite");
  if (editing !== null && editing !== opened) setOpened(editing);
  const proposal = opened === "split" ? proposeGaps(card) : undefined;
  return (
    <CardDialog
      open={editing !== null}
      onOpenChange={(open) => !open && onClose()}
      folderId={card.folderId}
      card={card}
      advice={describe(opened, card, proposal !== undefined)}
      proposal={proposal}
      onSaved={onSaved}
    />
  );
}

/** For a new hint, cards with a gap have a place of their own. */
function describe(improvement: Improvement, { variant }: Card, isProposed: boolean): string | undefined {
  if (improvement === "rewrite") return undefined;
  if (improvement === "hint") {
    return variant?.startsWith("c")
      ? "Escribe la pista dentro del hueco: {{c1::respuesta::pista}}."
      : "Escribe la pista al final de la pregunta.";
  }
  return isProposed
    ? "Cada hueco será una carta. Cambia los que quieras."
    : "Pasa la respuesta a la pregunta y marca un hueco por dato: cada hueco será una carta.";
}
