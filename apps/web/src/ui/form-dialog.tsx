import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import type * as z from "zod/mini";
import { useClientId } from "#lib/use-client-id.ts";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";

type Field = ReturnType<typeof useForm>["field"];

type FormDialogProps<S extends z.ZodMiniType> = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string | undefined;
  schema: S;
  /** Rejects if it could not be saved, and the text stays for another try. */
  onSave: (values: z.output<S>, clientId: string) => Promise<void>;
  onDone?: (() => void) | undefined;
  saveLabel: ReactNode;
  saveAnotherLabel?: string | undefined;
  /** Asked before typed text is discarded; without it the dialog just closes. */
  discardText?: string | undefined;
  startsDirty?: boolean;
  /** `followUp`: the form was just cleared for the next one. */
  children: (field: Field, followUp: boolean) => ReactNode;
};

/** A dialog with one form. It saves once at a time and keeps the text until that has succeeded. */
export function FormDialog<S extends z.ZodMiniType>({
  open,
  onOpenChange,
  title,
  description,
  onDone,
  onSave,
  discardText,
  startsDirty = false,
  ...form
}: FormDialogProps<S>) {
  const state = useFormDialog({
    open,
    onOpenChange,
    onSave,
    onDone,
    startsDirty,
    asksToDiscard: discardText !== undefined,
  });
  return (
    <>
      <Dialog open={open} onOpenChange={state.changeOpen} title={title} description={description}>
        <DialogForm
          {...form}
          key={state.formKey}
          followUp={state.followUp}
          saving={state.saving}
          onInput={state.markDirty}
          onSave={state.save}
          onCancel={() => state.changeOpen(false)}
        />
      </Dialog>
      {discardText !== undefined && (
        <ConfirmDialog
          open={state.discarding}
          onOpenChange={state.setDiscarding}
          title="¿Descartar lo que escribiste?"
          description={discardText}
          confirmLabel="Descartar"
          cancelLabel="Seguir editando"
          onConfirm={state.close}
        />
      )}
    </>
  );
}

type FormDialogState<Values> = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSave: (values: Values, clientId: string) => Promise<void>;
  onDone: (() => void) | undefined;
  startsDirty: boolean;
  asksToDiscard: boolean;
};

function useFormDialog<Values>({
  open,
  onOpenChange,
  onSave,
  onDone,
  startsDirty,
  asksToDiscard,
}: FormDialogState<Values>) {
  // A new form for each opening and follow-up, so that a form that fades out never shows up again with its text.
  const [shown, setShown] = useState({ open, opening: 0, round: 0 });
  if (shown.open !== open) setShown({ open, opening: shown.opening + 1, round: 0 });
  const [dirty, setDirty] = useState(startsDirty);
  const [discarding, setDiscarding] = useState(false);
  const [saving, setSaving] = useState<Saving | null>(null);

  const close = () => {
    setDirty(false);
    setDiscarding(false);
    onDone?.();
    onOpenChange(false);
  };
  const changeOpen = (next: boolean) => {
    if (next) return onOpenChange(true);
    if (saving !== null) return;
    if (dirty && asksToDiscard) setDiscarding(true);
    else close();
  };
  const save = async (values: Values, how: Saving, clientId: string) => {
    setSaving(how);
    try {
      await onSave(values, clientId);
    } finally {
      setSaving(null);
    }
    if (how === "last") return close();
    onDone?.();
    setDirty(false);
    setShown((last) => ({ ...last, round: last.round + 1 }));
  };

  return {
    formKey: `${shown.opening}.${shown.round}`,
    followUp: shown.round > 0,
    saving,
    discarding,
    setDiscarding,
    markDirty: () => setDirty(true),
    changeOpen,
    save,
    close,
  };
}

type Saving = "last" | "another";

type DialogFormProps<S extends z.ZodMiniType> = Pick<
  FormDialogProps<S>,
  "schema" | "saveLabel" | "saveAnotherLabel" | "children"
> & {
  followUp: boolean;
  saving: Saving | null;
  onInput: () => void;
  onSave: (values: z.output<S>, how: Saving, clientId: string) => Promise<void>;
  onCancel: () => void;
};

function DialogForm<S extends z.ZodMiniType>({
  schema,
  saveLabel,
  saveAnotherLabel,
  followUp,
  saving,
  onInput,
  onSave,
  onCancel,
  children,
}: DialogFormProps<S>) {
  const how = useRef<Saving>("last");
  const clientIdFor = useClientId();
  const { form, field } = useForm(schema, (values) => onSave(values, how.current, clientIdFor(values)));

  const submit = (element: HTMLFormElement | null, next: Saving) => {
    how.current = next;
    element?.requestSubmit();
    how.current = "last";
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    submit(event.currentTarget, event.shiftKey && saveAnotherLabel ? "another" : "last");
  };

  return (
    <form
      {...form}
      onInput={(event) => {
        onInput();
        form.onInput(event);
      }}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-4 pt-1"
    >
      {children(field, followUp)}
      <SaveButtons
        saveLabel={saveLabel}
        saveAnotherLabel={saveAnotherLabel}
        saving={saving}
        onCancel={onCancel}
        onSaveAnother={(form) => submit(form, "another")}
      />
    </form>
  );
}

type SaveButtonsProps = Pick<
  DialogFormProps<z.ZodMiniType>,
  "saveLabel" | "saveAnotherLabel" | "saving" | "onCancel"
> & {
  onSaveAnother: (form: HTMLFormElement | null) => void;
};

function SaveButtons({ saveLabel, saveAnotherLabel, saving, onCancel, onSaveAnother }: SaveButtonsProps) {
  return (
    <DialogFooter>
      <Button
        variant="outline"
        className={saveAnotherLabel && "md:mr-auto"}
        disabled={saving !== null}
        onClick={onCancel}
      >
        Cancelar
      </Button>
      {saveAnotherLabel && (
        <Button
          variant="outline"
          loading={saving === "another"}
          onClick={(event) => onSaveAnother(event.currentTarget.form)}
        >
          {saveAnotherLabel}
        </Button>
      )}
      <Button type="submit" loading={saving === "last"}>
        {saveLabel}
      </Button>
    </DialogFooter>
  );
}
