import { type RefObject, useRef, useState } from "react";
import { type Draft, readDraft, removeDraft, type Submission, storeDraft } from "#lib/drafts.ts";
import { type FormFields, focusFirstField, pickFields, sameFields } from "#lib/form-fields.ts";
import { newUuid } from "#lib/uuid.ts";

type TypedTextOptions = {
  form: RefObject<HTMLFormElement | null>;
  /** The texts of the form before anything is typed. */
  initial: FormFields;
  /** Names of fields whose values pass on to the next text of a series. They do not count as typed. */
  carriedOver: readonly string[];
  /** Whether the form awaits something that will be part of the text. */
  isWaiting: () => boolean;
  draftKey: string | undefined;
  /** How often the form has been opened: each opening begins with the initial text. */
  opening: number;
};

export type TypedText = ReturnType<typeof useTypedText>;

/** The text in a form, which is stored as a draft while it is typed. */
export function useTypedText({ form, initial, carriedOver, isWaiting, draftKey, opening }: TypedTextOptions) {
  const [state, setState] = useState({ opening, fields: initial });
  const fields = state.opening === opening ? state.fields : initial;
  // Several events may occur before React renders.
  const latest = useRef(fields);
  // The previous submission. The same text keeps its id, so that it is created once.
  const attempt = useRef<Submission | undefined>(undefined);

  const write = (next: FormFields) => {
    latest.current = next;
    setState({ opening, fields: next });
  };
  const blank = (): FormFields => ({ ...initial, ...pickFields(latest.current, carriedOver) });
  const isBlank = () => !isWaiting() && sameFields(latest.current, blank());
  const submission = (): Submission => {
    const before = attempt.current;
    const typed = latest.current;
    return before && sameFields(before.fields, typed) ? before : { fields: typed, clientId: newUuid() };
  };
  return {
    fields,
    /** The fields as they are now, although React may not have rendered them yet. */
    latestFields: () => latest.current,
    change: (name: string, value: string) => write({ ...latest.current, [name]: value }),
    isBlank,
    submission,
    markSubmitted(submitted: Submission | undefined) {
      attempt.current = submitted;
    },
    /** Replaces the text by the initial one. */
    reset() {
      attempt.current = undefined;
      write(initial);
    },
    /** Replaces the text by one that was submitted before, or by none. */
    replace(by: Submission | undefined) {
      attempt.current = by;
      write(by?.fields ?? blank());
    },
    focus: () => form.current && focusFirstField(form.current),
    findDraft: (): Draft | null => (draftKey === undefined ? null : readDraft(draftKey)),
    saveDraft(unsaved: readonly Submission[]) {
      if (draftKey === undefined || !form.current) return;
      if (isBlank() && unsaved.length === 0) removeDraft(draftKey);
      else storeDraft(draftKey, { ...submission(), unsaved });
    },
    discard() {
      attempt.current = undefined;
      if (draftKey !== undefined) removeDraft(draftKey);
    },
  };
}
