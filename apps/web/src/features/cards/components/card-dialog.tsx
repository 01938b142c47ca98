import { cardForm } from "@repasa/contract/cards.forms.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { useDraft } from "#features/billing/use-draft.ts";
import { useCreateCard, useUpdateCard } from "#features/cards/cards.api.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

export type CardDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  folderId: number;
  card?: Card | undefined;
  onSaved?: ((card: Card) => void) | undefined;
};

export function CardDialog({ open, onOpenChange, folderId, card, onSaved }: CardDialogProps) {
  const create = useCreateCard(folderId);
  const update = useUpdateCard();
  const draft = useDraft(open && !card);
  const initial = card ?? draft.fields;
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={card ? "Editar carta" : "Crear nueva carta"}
      description={card ? undefined : "Una pregunta por carta se recuerda mejor."}
      schema={cardForm}
      startsDirty={draft.fields !== null}
      discardText={card ? "La carta quedará como estaba." : "La carta no se creará."}
      onSave={async (text, clientId) => {
        const saved = await (card
          ? update.mutateAsync({ id: card.id, ...text })
          : create.mutateAsync({ ...text, clientId }));
        onSaved?.(saved);
      }}
      onDone={card ? undefined : draft.drop}
      saveLabel={
        <>
          Guardar
          <Kbd>Ctrl ↵</Kbd>
        </>
      }
      saveAnotherLabel={card ? undefined : "Guardar y añadir otra"}
    >
      {(field, followUp) => {
        const front = field("front");
        const back = field("back");
        return (
          <>
            <TextareaField
              {...front}
              label="Anverso"
              placeholder="La pregunta o el término"
              defaultValue={initial?.front ?? ""}
              autoFocus={followUp}
            />
            {/* The message is about both sides, so only the first empty one shows it. */}
            <TextareaField
              {...back}
              error={front.error === back.error ? undefined : back.error}
              label="Reverso"
              placeholder="La respuesta"
              defaultValue={initial?.back ?? ""}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
