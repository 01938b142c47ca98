import { type RefObject, useRef } from "react";
import { type Draft, dropDraft, findDraft, keepDraft, type Submission } from "#lib/drafts.ts";
import { type FormFields, fillFields, focusFirstField, readFields, sameFields } from "#lib/form-fields.ts";
import { newUuid } from "#lib/uuid.ts";

export type TypedTextOptions = {
  form: RefObject<HTMLFormElement | null>;
  /** What the form holds before anything is typed. */
  initial: FormFields;
  draftKey: string | undefined;
};

/** The text in a form, which is kept as a draft while it is typed. */
export function useTypedText({ form, initial, draftKey }: TypedTextOptions) {
  // What the text was submitted as before. The same text keeps its id, so that it is created once.
  const attempt = useRef<Submission | undefined>(undefined);
  const fields = () => (form.current ? readFields(form.current) : initial);
  const isBlank = () => sameFields(fields(), initial);
  const submission = (): Submission => {
    const before = attempt.current;
    const typed = fields();
    return before && sameFields(before.fields, typed) ? before : { fields: typed, clientId: newUuid() };
  };
  return {
    isBlank,
    submission,
    markSubmitted(submitted: Submission | undefined) {
      attempt.current = submitted;
    },
    /** Replaces the text by one that was submitted before, or by none. */
    replace(by: Submission | undefined) {
      attempt.current = by;
      if (form.current) fillFields(form.current, by?.fields ?? initial);
    },
    focus: () => form.current && focusFirstField(form.current),
    draft: (): Draft | null => (draftKey === undefined ? null : findDraft(draftKey)),
    keep(unsaved: readonly Submission[]) {
      if (draftKey === undefined || !form.current) return;
      if (isBlank() && unsaved.length === 0) dropDraft(draftKey);
      else keepDraft(draftKey, { ...submission(), unsaved });
    },
    drop() {
      attempt.current = undefined;
      if (draftKey !== undefined) dropDraft(draftKey);
    },
  };
}
