import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useState } from "react";
import type * as z from "zod/mini";
import type { FormFields } from "#lib/form-fields.ts";
import { formatChord } from "#lib/shortcut.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog, DialogFooter, type DialogProps } from "#ui/dialog.tsx";
import { FormError } from "#ui/form-error.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { type FormDialogOptions, type Saving, useFormDialog } from "#ui/use-form-dialog.ts";
import { useIsSheet } from "#ui/use-sheet-drag.ts";
import type { FormNotice } from "#ui/use-submissions.ts";
import { useVisibleHeight } from "#ui/use-visible-height.ts";

type State = ReturnType<typeof useFormDialog>;

/** The state of the form, for fields that need more than `field` provides. */
export type DialogForm = {
  fields: FormFields;
  change: State["change"];
  /** Reports errors that belong to no field, such as a pending upload. While there are any, nothing is saved. */
  block: State["block"];
  /** How many submissions were saved since the dialog was opened. */
  savedCount: number;
  /**
   * An element above the buttons, and so above the keyboard, for tools that edit the focused field. Null where the
   * tools have room at the field itself.
   */
  dock: HTMLElement | null;
};

type FormDialogProps<S extends z.ZodMiniType> = FormDialogOptions<S> & {
  title: string;
  description?: string | undefined;
  sizeFor?: ((fields: FormFields) => DialogProps["size"]) | undefined;
  saveLabel: string;
  /** The button that saves and starts the next item of a series. Without it, saving closes the dialog. */
  saveAnotherLabel?: string | undefined;
  /** The question before typed text is discarded. Without it, the dialog closes without asking. */
  discardText?: string | undefined;
  children: (field: State["field"], form: DialogForm) => ReactNode;
};

export type FieldControl = ReturnType<State["field"]>;

/** A dialog with one form, whose text is stored as a draft until it is saved. */
export function FormDialog<S extends z.ZodMiniType>({
  title,
  description,
  sizeFor,
  saveLabel,
  saveAnotherLabel,
  discardText,
  children,
  ...options
}: FormDialogProps<S>) {
  const state = useFormDialog(options, discardText !== undefined);
  const { fields, submissions } = state;
  const [dock, setDock] = useState<HTMLElement | null>(null);
  return (
    <>
      <Dialog
        open={options.open}
        onOpenChange={state.changeOpen}
        title={title}
        description={description}
        size={sizeFor?.(fields)}
        forTyping
      >
        <FormElement
          key={state.formKey}
          state={state}
          dock={setDock}
          saveLabel={saveLabel}
          saveAnotherLabel={saveAnotherLabel}
        >
          {children(state.field, {
            fields,
            change: state.change,
            block: state.block,
            savedCount: submissions.savedCount,
            dock,
          })}
        </FormElement>
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

type FormElementProps = {
  state: State;
  dock: Ref<HTMLDivElement>;
  saveLabel: string;
  saveAnotherLabel: string | undefined;
  children: ReactNode;
};

function FormElement({ state, dock, saveLabel, saveAnotherLabel, children }: FormElementProps) {
  const { isShort } = useVisibleHeight();
  const hasDock = useIsSheet() || isShort;
  const { form, how, submissions } = state;
  const restoreDraft = useEffectEvent(submissions.restoreDraft);
  useEffect(() => restoreDraft(), []);

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
    <form {...form} onKeyDown={onKeyDown} className="flex flex-col gap-4 pt-1 short:h-full short:gap-1.5">
      <Notice notice={submissions.notice} />
      {children}
      <DialogFooter>
        {hasDock && <div ref={dock} className={dockLook} />}
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

/** In a row of its own above the buttons, or beside them where the keyboard leaves a wide and low screen. */
const dockLook = "min-w-0 basis-full empty:hidden short:min-[40rem]:mr-auto short:min-[40rem]:basis-auto";

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

/** On a phone, a row of three buttons only has room for this one while the header is hidden. */
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

const enter = formatChord("Enter", { sign: "↵" });
const chord = <Kbd>{enter.shown.replace("+", " ")}</Kbd>;

function SaveButtons({ saving, saveLabel, saveAnotherLabel, onSave }: SaveButtonsProps) {
  if (!saveAnotherLabel) {
    return (
      <Button type="submit" loading={saving} aria-keyshortcuts={enter.aria}>
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
        aria-keyshortcuts={formatChord("Enter", { shift: true }).aria}
        onClick={(event) => onSave(event, "last")}
        className="max-md:px-3"
      >
        {saveLabel}
      </Button>
      <Button
        disabled={saving}
        aria-keyshortcuts={enter.aria}
        onClick={(event) => onSave(event, "another")}
        className="max-md:px-3"
      >
        {saveAnotherLabel}
        {chord}
      </Button>
    </>
  );
}
