import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type * as z from "zod/mini";
import type { FormFields } from "#lib/form-fields.ts";
import { issuesByField, useForm } from "#lib/use-form.ts";
import { useSubmissions } from "#ui/use-submissions.ts";

export type FormDialogOptions<S extends z.ZodMiniType> = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  schema: S;
  /** The texts before anything is typed; none for a new thing. */
  initial?: FormFields | undefined;
  /** Where the text is kept over a reload. */
  draftKey?: string | undefined;
  /** Rejects if it could not be saved, and the text stays for another try. */
  onSave: (values: z.output<S>, clientId: string) => Promise<void>;
};

/** `last` closes the dialog when it is saved; `another` is saved behind the form, which is empty at once. */
export type Saving = "last" | "another";

const NOTHING: FormFields = {};

export function useFormDialog<S extends z.ZodMiniType>(options: FormDialogOptions<S>, asksToDiscard: boolean) {
  const { open, onOpenChange, initial = NOTHING, draftKey } = options;
  const opening = useOpeningCount(open);
  const [discarding, setDiscarding] = useState(false);
  const [saving, setSaving] = useState(false);
  const how = useRef<Saving>("last");

  const { form, field, showErrors } = useForm(options.schema, (values) => submit(values));
  const submissions = useSubmissions({
    form: form.ref,
    initial,
    draftKey,
    onReplaced: (failure) => showErrors(issuesByField(failure)),
  });
  const asks = () => asksToDiscard && !submissions.isBlank();
  useLeavingQuestion(open, () => asks() || submissions.hasUnsaved());

  const close = () => {
    submissions.drop();
    setDiscarding(false);
    onOpenChange(false);
  };
  const changeOpen = async (next: boolean) => {
    if (next) return onOpenChange(true);
    if (saving) return;
    if (asks()) return setDiscarding(true);
    await submissions.settled();
    if (!asks() && !submissions.hasUnsaved()) close();
  };
  const submit = async (values: z.output<S>) => {
    const save = (clientId: string) => options.onSave(values, clientId);
    if (how.current === "another") return submissions.saveBehind(save);
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
    // Nothing was typed since the last one: whoever is done closes, and a double click does nothing.
    const isFollowUp = submissions.savedCount > 0 || submissions.hasUnsaved();
    if (!isFollowUp || !submissions.isBlank()) return form.onSubmit(event);
    event.preventDefault();
    if (how.current === "last") void changeOpen(false);
  };

  return {
    form: { ...form, onSubmit },
    field: (name: string) => ({ ...field(name), defaultValue: initial[name] ?? "" }),
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

/** Each opening has a form of its own, so that one that fades out never shows up again with its text. */
function useOpeningCount(open: boolean): number {
  const [last, setLast] = useState({ open, count: 0 });
  if (last.open !== open) setLast({ open, count: last.count + (open ? 1 : 0) });
  return last.count;
}

/** The browser asks before the page is left with unsaved text. */
function useLeavingQuestion(open: boolean, isUnsaved: () => boolean) {
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
