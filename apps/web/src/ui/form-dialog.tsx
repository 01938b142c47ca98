import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useState } from "react";
import type * as z from "zod/mini";
import type { FormNotice } from "#lib/form-draft.ts";
import { formatChord } from "#lib/shortcut.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog, DialogFooter, type DialogProps } from "#ui/dialog.tsx";
import { FormError } from "#ui/form-error.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { onceOpened } from "#ui/once-opened.tsx";
import { ANOTHER, type DialogSchema, type FormDialogOptions, useFormDialog } from "#ui/use-form-dialog.ts";
import { useIsSheet } from "#ui/use-sheet-drag.ts";
import { useVisibleHeight } from "#ui/use-visible-height.ts";

type State<S extends DialogSchema = DialogSchema> = ReturnType<typeof useFormDialog<S>>;

/** The state of the form, for fields that need more than `field` provides. */
export type DialogForm<S extends DialogSchema> = Pick<
  State<S>,
  "fields" | "field" | "errorOf" | "change" | "block" | "savedCount"
> & {
  /**
   * An element above the buttons, and so above the keyboard, for tools that edit the focused field. Null where the
   * tools have room at the field itself.
   */
  dock: HTMLElement | null;
};

type FormDialogProps<S extends DialogSchema> = FormDialogOptions<S> & {
  title: string;
  description?: string | undefined;
  sizeFor?: ((fields: z.input<S>) => DialogProps["size"]) | undefined;
  saveLabel: string;
  /** The button that saves and starts the next item of a series. Without it, saving closes the dialog. */
  saveAnotherLabel?: string | undefined;
  /** The question before typed text is discarded. Without it, the dialog closes without asking. */
  discardText?: string | undefined;
  children: (form: DialogForm<S>) => ReactNode;
};

/** What a field that is typed or selected as text needs. */
export type FieldControl = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

/** A dialog with one form, whose text is stored as a draft until it is saved. */
export const FormDialog = onceOpened(OpenedFormDialog) as typeof OpenedFormDialog;

function OpenedFormDialog<S extends DialogSchema>({
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
  const [dock, setDock] = useState<HTMLElement | null>(null);
  return (
    <>
      <Dialog
        open={options.open}
        onOpenChange={state.changeOpen}
        title={title}
        description={description}
        size={sizeFor?.(state.fields)}
        forTyping
      >
        <FormElement
          key={state.formKey}
          state={state}
          dock={setDock}
          saveLabel={saveLabel}
          saveAnotherLabel={saveAnotherLabel}
        >
          {children({ ...state, dock })}
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
  state: Pick<State, "form" | "show" | "notice" | "saving" | "changeOpen">;
  dock: Ref<HTMLDivElement>;
  saveLabel: string;
  saveAnotherLabel: string | undefined;
  children: ReactNode;
};

function FormElement({ state, dock, saveLabel, saveAnotherLabel, children }: FormElementProps) {
  const { isShort } = useVisibleHeight();
  const hasDock = useIsSheet() || isShort;
  const show = useEffectEvent(state.show);
  useEffect(() => show(), []);

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    const another = event.currentTarget.elements.namedItem(ANOTHER);
    event.currentTarget.requestSubmit(another instanceof HTMLElement && !event.shiftKey ? another : undefined);
  };
  return (
    <form {...state.form} onKeyDown={onKeyDown} className="flex flex-col gap-4 pt-1 short:h-full short:gap-1.5">
      <Notice notice={state.notice} />
      {children}
      <DialogFooter>
        {hasDock && <div ref={dock} className={dockLook} />}
        <CancelButton state={state} besideClose={saveAnotherLabel !== undefined} />
        <SaveButtons saving={state.saving} saveLabel={saveLabel} saveAnotherLabel={saveAnotherLabel} />
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
function CancelButton({
  state,
  besideClose,
}: {
  state: Pick<State, "form" | "show" | "notice" | "saving" | "changeOpen">;
  besideClose: boolean;
}) {
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
};

const enter = formatChord("Enter", { sign: "↵" });
const chord = <Kbd>{enter.shown.replace("+", " ")}</Kbd>;

function SaveButtons({ saving, saveLabel, saveAnotherLabel }: SaveButtonsProps) {
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
        type="submit"
        variant="outline"
        loading={saving}
        aria-keyshortcuts={formatChord("Enter", { shift: true }).aria}
        className="max-md:px-3"
      >
        {saveLabel}
      </Button>
      <Button type="submit" name={ANOTHER} disabled={saving} aria-keyshortcuts={enter.aria} className="max-md:px-3">
        {saveAnotherLabel}
        {chord}
      </Button>
    </>
  );
}
