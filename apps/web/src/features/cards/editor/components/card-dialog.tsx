import { gapNumbers } from "@repasa/card-text/gaps.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { type NewCard, useCreateCard, useUpdateCard } from "#features/cards/cards.api.ts";
import { CardFields } from "#features/cards/editor/components/card-fields.tsx";
import { useGapRemoval } from "#features/cards/editor/components/gap-removal.tsx";
import {
  CARD_OPTIONS,
  type CardValues,
  cardFields,
  NEW_CARD_FIELDS,
  toCardFields,
} from "#features/cards/editor/editor.fields.ts";
import { useDraftKey } from "#features/session/use-draft-key.ts";
import { counted } from "#lib/plural.ts";
import { useFound } from "#lib/use-found.ts";
import { FormDialog } from "#ui/form-dialog.tsx";

export type CardDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  folderId: number;
  card?: Card | undefined;
  onSaved?: ((card: Card) => void) | undefined;
  /** What the student is to do with the card, in place of the usual description. */
  advice?: string | undefined;
  /** Other texts than the card's, to begin with. */
  proposal?: Partial<CardValues> | undefined;
};

export function CardDialog({ open, onOpenChange, folderId, card, onSaved, advice, proposal }: CardDialogProps) {
  const create = useCreateCard(folderId);
  const update = useUpdateCard();
  const found = useFound(open, card);
  const removal = useGapRemoval();
  const draftKey = useDraftKey(card ? { card: card.id } : { newCardIn: folderId });
  const save = async (values: CardValues, clientId: string) => {
    if (found) await removal.confirm(findRemovedGaps(found, values));
    const saved = await (found
      ? update.mutateAsync({ id: found.id, ...selectChanges(found, values) })
      : create.mutateAsync({ ...toNewCard(values), clientId }));
    onSaved?.(saved);
  };
  return (
    <>
      <FormDialog
        open={open}
        onOpenChange={onOpenChange}
        title={card ? "Editar carta" : "Crear nueva carta"}
        description={advice ?? describeDialog(card)}
        sizeFor={({ format }) => (format === "markdown" ? "wide" : "md")}
        schema={cardFields}
        initial={card ? toCardFields(card) : NEW_CARD_FIELDS}
        carriedOver={card ? undefined : CARD_OPTIONS}
        draftKey={draftKey}
        discardText={card ? "La carta quedará como estaba." : "La carta no se creará."}
        onSave={save}
        saveLabel="Guardar"
        saveAnotherLabel={card ? undefined : "Guardar y añadir otra"}
      >
        {(form) => (
          <CardFields
            folderId={folderId}
            card={card}
            form={form}
            proposal={proposal}
            aside={!card && form.savedCount > 0 && counted(form.savedCount, "carta añadida", "cartas añadidas")}
          />
        )}
      </FormDialog>
      {removal.dialog}
    </>
  );
}

function describeDialog(card: Card | undefined): string | undefined {
  if (!card) return "Una pregunta por carta se recuerda mejor.";
  if (card.groupId === null) return undefined;
  return card.variant?.startsWith("c")
    ? "Este texto es de varias cartas, una por hueco: cambia en todas."
    : "Esta carta y su inversa comparten el texto: cambia en las dos.";
}

/** Returns the gaps that an edit removes from a card's text. */
function findRemovedGaps(card: Card, { front, format }: CardValues): number[] {
  if (card.format !== "markdown") return [];
  const left = new Set(format === "markdown" ? gapNumbers(front) : []);
  return gapNumbers(card.front).filter((number) => !left.has(number));
}

/** Omits the values that the server assumes by default. */
function toNewCard({ front, back, format, tags, reverse }: CardValues): NewCard {
  const hasGaps = format === "markdown" && gapNumbers(front).length > 0;
  return {
    front,
    back,
    ...(format === "markdown" && { format }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(reverse && !hasGaps && { reverse }),
  };
}

/** Returns the texts, with those that the editor found, and the other values if they have changed. */
function selectChanges(card: Card, { front, back, format, tags }: CardValues) {
  const sameTags = tags.length === card.tags.length && tags.every((tag, index) => tag === card.tags[index]);
  const base = { front: card.front, back: card.back };
  return { front, back, base, ...(format !== card.format && { format }), ...(!sameTags && { tags: [...tags] }) };
}
