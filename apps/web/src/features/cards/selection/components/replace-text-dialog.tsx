import { type FormEvent, useState } from "react";
import type { BatchDialogProps } from "#features/cards/selection/components/move-cards-dialog.tsx";
import { findReplaceable } from "#features/cards/selection/selection.replacing.ts";
import { counted } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

type Replacing = { cardIds: number[]; find: string; replacement: string };
type ReplaceTextDialogProps = BatchDialogProps & { onReplace: (replacing: Replacing) => void };

const MAX_LENGTH = 200;

/** Replaces text in cards, and shows beforehand how much will change. */
export function ReplaceTextDialog({ open, onOpenChange, cards, pending, onReplace }: ReplaceTextDialogProps) {
  const [find, setFind] = useState("");
  const [replacement, setReplacement] = useState("");
  const found = findReplaceable(cards, find);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (found.cards.length > 0 && !pending) {
      onReplace({ cardIds: found.cards.map(({ id }) => id), find, replacement });
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Buscar y reemplazar"
      description={`En ${counted(cards.length, "carta", "cartas")}, en la pregunta y en la respuesta.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <TextField
          label="Buscar"
          hint="Tal como está escrito, con sus mayúsculas y tildes."
          maxLength={MAX_LENGTH}
          autoComplete="off"
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
        <TextField
          label="Reemplazar por"
          maxLength={MAX_LENGTH}
          autoComplete="off"
          value={replacement}
          onChange={(event) => setReplacement(event.currentTarget.value)}
        />
        <p role="status" className="tabular min-h-6 text-ink-soft">
          {find === "" ? "" : describeMatches(found.cards.length, found.places)}
        </p>
        <DialogFooter>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            Cancelar
          </Button>
          <Button type="submit" loading={pending} disabled={found.cards.length === 0}>
            Reemplazar
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function describeMatches(cards: number, places: number): string {
  if (cards === 0) return "No aparece en ninguna.";
  return `Aparece ${counted(places, "vez", "veces")} en ${counted(cards, "carta", "cartas")}.`;
}
