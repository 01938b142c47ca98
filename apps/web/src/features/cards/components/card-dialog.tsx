import { cardForm } from "@repasa/contract/cards.forms.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";
import { draftHere, dropDraft } from "#features/billing/billing.drafts.ts";
import { type CardText, useCreateCard, useUpdateCard } from "#features/cards/cards.api.ts";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

export type CardDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  folderId: number;
  /** The card to edit; without one the dialog creates. */
  card?: Card | undefined;
  /** Called with each card that was created or changed. */
  onSaved?: ((card: Card) => void) | undefined;
};

export function CardDialog({ open, onOpenChange, folderId, card, onSaved }: CardDialogProps) {
  const create = useCreateCard(folderId);
  const update = useUpdateCard();
  // A form for each opening and each further card; one that is still fading away must not come back with its text.
  const [form, setForm] = useState({ open, opening: 0, round: 0 });
  if (form.open !== open) setForm({ open, opening: form.opening + 1, round: 0 });
  const [andAnother, setAndAnother] = useState(false);
  const queryClient = useQueryClient();
  // Only of the opening that the page was drawn with: the way back from a payment.
  const [draft] = useState(() => (open && !card ? draftHere(queryClient) : null));
  const [dirty, setDirty] = useState(draft !== null);
  const [discarding, setDiscarding] = useState(false);
  const pending = create.isPending || update.isPending;

  const close = () => {
    setDirty(false);
    setDiscarding(false);
    if (!card) dropDraft();
    onOpenChange(false);
  };
  const changeOpen = (next: boolean) => {
    if (next) return onOpenChange(true);
    // While it is being saved the text must stay, for the save may fail.
    if (pending) return;
    if (dirty) setDiscarding(true);
    else close();
  };
  const save = async (text: CardText, another: boolean) => {
    if (pending) return;
    setAndAnother(another);
    try {
      const saved = card ? await update.mutateAsync({ id: card.id, ...text }) : await create.mutateAsync(text);
      onSaved?.(saved);
    } catch {
      // The mutation has told the user; the text stays for another try.
      return;
    }
    if (another) {
      dropDraft();
      setDirty(false);
      setForm((last) => ({ ...last, round: last.round + 1 }));
    } else close();
  };

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={changeOpen}
        title={card ? "Editar carta" : "Crear nueva carta"}
        description={card ? undefined : "Una pregunta por carta se recuerda mejor."}
      >
        <CardForm
          key={`${form.opening}.${form.round}`}
          initial={card ?? (form.opening + form.round === 0 ? draft : null)}
          isNew={!card}
          focusFront={form.round > 0}
          saving={pending ? (andAnother ? "another" : "last") : null}
          onDirty={() => setDirty(true)}
          onSave={save}
          onCancel={() => changeOpen(false)}
        />
      </Dialog>
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title="¿Descartar lo que escribiste?"
        description={card ? "La carta quedará como estaba." : "La carta no se creará."}
        confirmLabel="Descartar"
        cancelLabel="Seguir editando"
        onConfirm={close}
      />
    </>
  );
}

type CardFormProps = {
  /** What the fields hold at first. */
  initial: { front?: string | null | undefined; back?: string | null | undefined } | null;
  isNew: boolean;
  focusFront: boolean;
  /** What is being saved: the last card of this opening, or one with another to follow. */
  saving: "last" | "another" | null;
  onDirty: () => void;
  onSave: (text: CardText, another: boolean) => Promise<void>;
  onCancel: () => void;
};

function CardForm({ initial, isNew, focusFront, saving, onDirty, onSave, onCancel }: CardFormProps) {
  const another = useRef(false);
  const { form, field } = useForm(cardForm, (text) => void onSave(text, another.current));
  const front = field("front");
  const back = field("back");

  const submit = (element: HTMLFormElement | null, andAnother: boolean) => {
    another.current = andAnother;
    element?.requestSubmit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    submit(event.currentTarget, event.shiftKey && isNew);
  };

  return (
    <form
      {...form}
      onInput={(event) => {
        onDirty();
        form.onInput(event);
      }}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-4 pt-1"
    >
      <TextareaField
        {...front}
        label="Anverso"
        placeholder="La pregunta o el término"
        defaultValue={initial?.front ?? ""}
        autoFocus={focusFront}
      />
      {/* One message speaks of both sides, so it stands once, at the first that is empty. */}
      <TextareaField
        {...back}
        error={front.error === back.error ? undefined : back.error}
        label="Reverso"
        placeholder="La respuesta"
        defaultValue={initial?.back ?? ""}
      />
      <DialogFooter>
        <Button variant="outline" className="md:mr-auto" disabled={saving !== null} onClick={onCancel}>
          Cancelar
        </Button>
        {isNew && (
          <Button
            variant="outline"
            loading={saving === "another"}
            onClick={(event) => submit(event.currentTarget.form, true)}
          >
            Guardar y añadir otra
          </Button>
        )}
        <Button loading={saving === "last"} onClick={(event) => submit(event.currentTarget.form, false)}>
          Guardar
          <Kbd>Ctrl ↵</Kbd>
        </Button>
      </DialogFooter>
    </form>
  );
}
