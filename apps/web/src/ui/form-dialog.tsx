import { X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent } from "react";
import type * as z from "zod/mini";
import { chordOf } from "#lib/shortcut.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog, DialogFooter, type DialogProps } from "#ui/dialog.tsx";
import { FormError } from "#ui/form-error.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { type FormDialogOptions, type Saving, useFormDialog } from "#ui/use-form-dialog.ts";
import type { FormNotice } from "#ui/use-submissions.ts";

type State = ReturnType<typeof useFormDialog>;

type FormDialogProps<S extends z.ZodMiniType> = FormDialogOptions<S> & {
  title: string;
  description?: string | undefined;
  size?: DialogProps["size"];
  saveLabel: string;
  /** Makes it a dialog for one after another. */
  saveAnotherLabel?: string | undefined;
  /** Asked before typed text is discarded; without it the dialog just closes. */
  discardText?: string | undefined;
  /** `savedCount`: how many were saved since the dialog was opened. */
  children: (field: State["field"], savedCount: number) => ReactNode;
};

/** A dialog with one form, which keeps its text until that is saved. */
export function FormDialog<S extends z.ZodMiniType>({
  title,
  description,
  size,
  saveLabel,
  saveAnotherLabel,
  discardText,
  children,
  ...options
}: FormDialogProps<S>) {
  const state = useFormDialog(options, discardText !== undefined);
  return (
    <>
      <Dialog
        open={options.open}
        onOpenChange={state.changeOpen}
        title={title}
        description={description}
        size={size}
        forTyping
      >
        <DialogForm key={state.formKey} state={state} saveLabel={saveLabel} saveAnotherLabel={saveAnotherLabel}>
          {children(state.field, state.submissions.savedCount)}
        </DialogForm>
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

type DialogFormProps = { state: State; saveLabel: string; saveAnotherLabel: string | undefined; children: ReactNode };

function DialogForm({ state, saveLabel, saveAnotherLabel, children }: DialogFormProps) {
  const { form, how, submissions } = state;
  const begin = useEffectEvent(submissions.begin);
  useEffect(() => begin(), []);

  const submit = (element: HTMLFormElement | null, next: Saving) => {
    how.current = next;
    element?.requestSubmit();
    how.current = "last";
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    submit(event.currentTarget, saveAnotherLabel !== undefined && !event.shiftKey ? "another" : "last");
  };
  return (
    <form
      {...form}
      onInput={(event: FormEvent<HTMLFormElement>) => {
        submissions.keep();
        form.onInput(event);
      }}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-4 pt-1 short:h-full short:gap-1.5"
    >
      <Notice notice={submissions.notice} />
      {children}
      <DialogFooter row>
        <CancelButton state={state} besideClose={saveAnotherLabel !== undefined} />
        <SaveButtons
          saving={state.saving}
          saveLabel={saveLabel}
          saveAnotherLabel={saveAnotherLabel}
          onSave={(event, next) => submit(event.currentTarget.form, next)}
        />
      </DialogFooter>
    </form>
  );
}

const failures: Record<Exclude<FormNotice, "restored">, string> = {
  returned: "No se guardó. Inténtalo de nuevo.",
  waiting: "La anterior no se guardó. Volverá aquí cuando guardes esta.",
};

function Notice({ notice }: { notice: FormNotice | null }) {
  if (notice === null) return null;
  if (notice !== "restored") return <FormError message={failures[notice]} />;
  return (
    <p role="status" className="text-ink-soft text-sm">
      Aquí sigue lo que estabas escribiendo.
    </p>
  );
}

/** On a phone, a row of three has room for it only where the header and its button are hidden. */
function CancelButton({ state, besideClose }: { state: State; besideClose: boolean }) {
  return (
    <Button
      variant="outline"
      icon={besideClose && <X className="hidden max-md:block" />}
      disabled={state.saving}
      onClick={() => state.changeOpen(false)}
      className={besideClose ? "mr-auto max-md:hidden max-md:px-3 max-md:short:inline-flex" : ""}
    >
      <span className={besideClose ? "max-md:sr-only" : ""}>Cancelar</span>
    </Button>
  );
}

type SaveButtonsProps = {
  saving: boolean;
  saveLabel: string;
  saveAnotherLabel: string | undefined;
  onSave: (event: { currentTarget: HTMLButtonElement }, how: Saving) => void;
};

const enter = chordOf("Enter", { sign: "↵" });
const chord = <Kbd>{enter.shown.replace("+", " ")}</Kbd>;

function SaveButtons({ saving, saveLabel, saveAnotherLabel, onSave }: SaveButtonsProps) {
  if (!saveAnotherLabel) {
    return (
      <Button type="submit" loading={saving} aria-keyshortcuts={enter.aria} className="max-md:grow">
        {saveLabel}
        {chord}
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="outline"
        loading={saving}
        aria-keyshortcuts={chordOf("Enter", { shift: true }).aria}
        onClick={(event) => onSave(event, "last")}
        className="max-md:px-3"
      >
        {saveLabel}
      </Button>
      <Button
        disabled={saving}
        aria-keyshortcuts={enter.aria}
        onClick={(event) => onSave(event, "another")}
        className="max-md:grow max-md:px-3"
      >
        {saveAnotherLabel}
        {chord}
      </Button>
    </>
  );
}
