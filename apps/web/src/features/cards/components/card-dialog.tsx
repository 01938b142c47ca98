import { cardForm } from "@repasa/contract/cards.forms.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { useCreateCard, useUpdateCard } from "#features/cards/cards.api.ts";
import { useDraftKey } from "#features/session/use-draft-key.ts";
import { counted } from "#lib/plural.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
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
  const draftKey = useDraftKey(card ? { card: card.id } : { newCardIn: folderId });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={card ? "Editar carta" : "Crear nueva carta"}
      description={card ? undefined : "Una pregunta por carta se recuerda mejor."}
      schema={cardForm}
      initial={card && { front: card.front, back: card.back }}
      draftKey={draftKey}
      discardText={card ? "La carta quedará como estaba." : "La carta no se creará."}
      onSave={async (text, clientId) => {
        const saved = await (card
          ? update.mutateAsync({ id: card.id, ...text })
          : create.mutateAsync({ ...text, clientId }));
        onSaved?.(saved);
      }}
      saveLabel="Guardar"
      saveAnotherLabel={card ? undefined : "Guardar y añadir otra"}
    >
      {(field, savedCount) => {
        const front = field("front");
        const back = field("back");
        return (
          <div className="flex flex-col gap-4 short:flex-1 short:gap-1.5 short:*:flex-[1_1_0px] short:min-[40rem]:flex-row short:min-[40rem]:gap-3">
            <TextareaField
              {...front}
              label="Anverso"
              aside={!card && savedCount > 0 && counted(savedCount, "carta añadida", "cartas añadidas")}
              placeholder="La pregunta o el término"
            />
            {/* The message is about both sides, so only the first empty one shows it. */}
            <TextareaField
              {...back}
              error={front.error === back.error ? undefined : back.error}
              label="Reverso"
              placeholder="La respuesta"
            />
          </div>
        );
      }}
    </FormDialog>
  );
}
