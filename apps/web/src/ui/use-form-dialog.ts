import { type FormEvent, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type * as z from "zod/mini";
import { FormDraft } from "#lib/form-draft.ts";
import { type FormFields, focusFirstField } from "#lib/form-fields.ts";
import { type FieldErrors, findButton, issuesByField, useValidatedForm } from "#lib/use-form.ts";

/** Validates the fields of a dialog, whose values are its input. */
export type DialogSchema = z.ZodMiniType<unknown, FormFields>;

/** The names of the fields that are typed or selected as text. */
export type TextName<Fields> = { [Name in keyof Fields]: Fields[Name] extends string ? Name : never }[keyof Fields] &
  string;

export type FormDialogOptions<S extends DialogSchema> = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  schema: S;
  /** The values of all fields before anything is typed. Those of a dialog that is open do not change. */
  initial: z.input<S>;
  /** The fields whose values are carried over to the next item of a series. */
  carriedOver?: readonly (keyof z.input<S>)[] | undefined;
  /** The key under which the text is stored, so that it survives a reload. */
  draftKey?: string | undefined;
  /** Must reject if the text could not be saved; it then stays in the form for another attempt. */
  onSave: (values: z.output<S>, clientId: string) => Promise<void>;
};

/** The name of the button that clears the form at once and saves in the background. Others close the dialog once saved. */
export const ANOTHER = "another";

export function useFormDialog<S extends DialogSchema>(options: FormDialogOptions<S>, asksToDiscard: boolean) {
  const { open, onOpenChange, schema, onSave } = options;
  const { draft, count } = useOpening(options);
  const state = useSyncExternalStore(draft.subscribe, draft.getState);
  const [discarding, setDiscarding] = useState(false);
  const [saving, setSaving] = useState(false);
  const { form, field, showErrors, recheck } = useValidatedForm({
    schema,
    readFields: () => draft.fields,
    otherErrors: () => draft.blocking,
    onSubmit: (values, button) => submit(values, button),
  });
  const mustAsk = () => asksToDiscard && !draft.isBlank();
  useUnloadWarning(open, () => mustAsk() || draft.hasUnsaved());

  const close = () => {
    draft.discard();
    setDiscarding(false);
    onOpenChange(false);
  };
  const changeOpen = async (next: boolean) => {
    if (next) return onOpenChange(true);
    if (saving) return;
    if (mustAsk()) return setDiscarding(true);
    await draft.settled();
    if (!mustAsk() && !draft.hasUnsaved()) close();
  };
  const onReplaced = (failure: unknown) => {
    if (form.ref.current) focusFirstField(form.ref.current);
    showErrors(issuesByField(failure));
  };
  const submit = async (values: z.output<S>, button: string | undefined): Promise<void> => {
    const save = (clientId: string) => onSave(values, clientId);
    if (button === ANOTHER) return draft.saveInBackground(save, onReplaced);
    setSaving(true);
    await draft.saveInForm(save).finally(() => setSaving(false));
    if (draft.hasUnsaved()) draft.startNext(onReplaced);
    else close();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!draft.isFinished()) return form.onSubmit(event);
    // Without new text, "save" closes the dialog and a double click is ignored.
    event.preventDefault();
    if (findButton(event) !== ANOTHER) void changeOpen(false);
  };
  const change = (changed: Partial<z.input<S>>) => {
    draft.change(changed);
    recheck(draft.fields);
  };

  return {
    ...state,
    form: { ...form, onSubmit },
    formKey: count,
    field: (name: TextName<z.input<S>>) => ({
      ...field(name),
      value: String(state.fields[name]),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        change({ [name]: currentTarget.value } as Partial<z.input<S>>),
    }),
    errorOf: (name: string) => field(name).error,
    change,
    block: (errors: FieldErrors) => draft.block(errors),
    show: () => {
      showErrors({});
      return draft.show();
    },
    saving,
    discarding,
    setDiscarding,
    changeOpen: (next: boolean) => void changeOpen(next),
    close,
  };
}

/** Returns the draft of each opening, and their count: a form that fades out is another one than that which opens next. */
function useOpening<S extends DialogSchema>({ open, initial, carriedOver = [], draftKey }: FormDialogOptions<S>) {
  const start = () => new FormDraft({ initial, carriedOver, key: open ? draftKey : undefined });
  const [opening, setOpening] = useState(() => ({ open, count: 0, draft: start() }));
  if (opening.open === open) return opening;
  const next = open ? { open, count: opening.count + 1, draft: start() } : { ...opening, open };
  setOpening(next);
  return next;
}

/** Makes the browser ask before the page is left with unsaved text. */
function useUnloadWarning(open: boolean, isUnsaved: () => boolean) {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  });
  useEffect(() => {
    if (!open) return;
    const onLeaving = (event: BeforeUnloadEvent) => ask(event);
    window.addEventListener("beforeunload", onLeaving);
    return () => window.removeEventListener("beforeunload", onLeaving);
  }, [open]);
}
