import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type * as z from "zod/mini";
import type { FormFields } from "#lib/form-fields.ts";
import { type FieldErrors, issuesByField, useValidatedForm } from "#lib/use-form.ts";
import { useSubmissions } from "#ui/use-submissions.ts";
import { useTypedText } from "#ui/use-typed-text.ts";

export type FormDialogOptions<S extends z.ZodMiniType> = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  schema: S;
  /** The values of all fields before anything is typed. */
  initial: FormFields;
  /** Names of the fields whose values are carried over to the next item of a series. */
  carriedOver?: readonly string[] | undefined;
  /** The key under which the text is stored, so that it survives a reload. */
  draftKey?: string | undefined;
  /** Must reject if the text could not be saved; it then stays in the form for another attempt. */
  onSave: (values: z.output<S>, clientId: string) => Promise<void>;
};

/** `last` closes the dialog once saved. `another` clears the form at once and saves in the background. */
export type Saving = "last" | "another";

const NO_NAMES: readonly string[] = [];

export function useFormDialog<S extends z.ZodMiniType>(options: FormDialogOptions<S>, asksToDiscard: boolean) {
  const { open, onOpenChange } = options;
  const opening = useOpeningCount(open);
  const [discarding, setDiscarding] = useState(false);
  const [saving, setSaving] = useState(false);
  const how = useRef<Saving>("last");

  const { form, text, submissions, ...fields } = useDialogFields(options, opening, (values) => submit(values));
  const mustAsk = () => asksToDiscard && !text.isBlank();
  useUnloadWarning(open, () => mustAsk() || submissions.hasUnsaved());

  const close = () => {
    submissions.discard();
    setDiscarding(false);
    onOpenChange(false);
  };
  const changeOpen = async (next: boolean) => {
    if (next) return onOpenChange(true);
    if (saving) return;
    if (mustAsk()) return setDiscarding(true);
    await submissions.settled();
    if (!mustAsk() && !submissions.hasUnsaved()) close();
  };
  const submit = async (values: z.output<S>): Promise<void> => {
    const save = (clientId: string) => options.onSave(values, clientId);
    if (how.current === "another") return submissions.saveInBackground(save);
    setSaving(true);
    try {
      await submissions.saveInForm(save);
    } finally {
      setSaving(false);
    }
    if (submissions.hasUnsaved()) submissions.startNext();
    else close();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // If nothing was typed since the last submission, "save" closes the dialog and a double click is ignored.
    const isFollowUp = submissions.savedCount > 0 || submissions.hasUnsaved();
    if (!isFollowUp || !text.isBlank()) return form.onSubmit(event);
    event.preventDefault();
    if (how.current === "last") void changeOpen(false);
  };

  return {
    ...fields,
    form: { ...form, onSubmit },
    fields: text.fields,
    formKey: opening,
    how,
    submissions,
    saving,
    discarding,
    setDiscarding,
    changeOpen: (next: boolean) => void changeOpen(next),
    close,
  };
}

/** The fields of the form, which are validated and stored as a draft. */
function useDialogFields<S extends z.ZodMiniType>(
  { schema, initial, carriedOver = NO_NAMES, draftKey }: FormDialogOptions<S>,
  opening: number,
  onSubmit: (values: z.output<S>) => Promise<void> | undefined,
) {
  // A ref, because only event handlers read it, and some of them started before the last render.
  const blocking = useRef<FieldErrors>({});
  const { form, field, showErrors, recheck } = useValidatedForm({
    schema,
    readFields: () => text.latestFields(),
    otherErrors: () => blocking.current,
    onSubmit,
  });
  const text = useTypedText({
    form: form.ref,
    initial,
    carriedOver,
    isWaiting: () => Object.keys(blocking.current).length > 0,
    draftKey,
    opening,
  });
  const onReplaced = (failure: unknown) => showErrors(issuesByField(failure));
  const submissions = useSubmissions({ text, initial, onReplaced });
  const change = (name: string, value: string) => {
    text.change(name, value);
    submissions.saveDraft();
    recheck(text.latestFields());
  };
  return {
    form,
    text,
    submissions,
    field: (name: string) => ({
      ...field(name),
      value: text.fields[name] ?? "",
      onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
    }),
    change,
    block: (errors: FieldErrors) => {
      blocking.current = errors;
    },
  };
}

/** Counts the openings. Each one gets a new form, so that the text of a form that fades out does not reappear. */
function useOpeningCount(open: boolean): number {
  const [last, setLast] = useState({ open, count: 0 });
  if (last.open !== open) setLast({ open, count: last.count + (open ? 1 : 0) });
  return last.count;
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
