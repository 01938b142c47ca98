import { type RefObject, useRef, useState } from "react";
import { type Draft, readDraft, removeDraft, type Submission, storeDraft } from "#lib/drafts.ts";
import { type FormFields, focusFirstField, hasSameFields, pickFields } from "#lib/form-fields.ts";
import { newUuid } from "#lib/uuid.ts";

type TypedTextOptions = {
  form: RefObject<HTMLFormElement | null>;
  /** The values of the form before anything is typed. */
  initial: FormFields;
  /** Names of the fields whose values are carried over to the next text of a series. They do not count as typed. */
  carriedOver: readonly string[];
  /** True while the form waits for a part of the text, such as an upload. */
  isWaiting: () => boolean;
  draftKey: string | undefined;
  /** The number of openings of the form. Each one starts with the initial text. */
  opening: number;
};

export type TypedText = ReturnType<typeof useTypedText>;

/** Manages the text in a form, which is stored as a draft while it is typed. */
export function useTypedText({ form, initial, carriedOver, isWaiting, draftKey, opening }: TypedTextOptions) {
  const [state, setState] = useState({ opening, fields: initial });
  const fields = state.opening === opening ? state.fields : initial;
  // A ref, because several events may occur before React renders.
  const latest = useRef(fields);
  // The previous submission. The same text reuses its id, so that it is created only once.
  const attempt = useRef<Submission | undefined>(undefined);

  const write = (next: FormFields) => {
    latest.current = next;
    setState({ opening, fields: next });
  };
  const blank = (): FormFields => ({ ...initial, ...pickFields(latest.current, carriedOver) });
  const isBlank = () => !isWaiting() && hasSameFields(latest.current, blank());
  const submission = (): Submission => {
    const before = attempt.current;
    const typed = latest.current;
    return before && hasSameFields(before.fields, typed) ? before : { fields: typed, clientId: newUuid() };
  };
  return {
    fields,
    /** Returns the present values, which React may not have rendered yet. */
    latestFields: () => latest.current,
    change: (name: string, value: string) => write({ ...latest.current, [name]: value }),
    isBlank,
    submission,
    markSubmitted(submitted: Submission | undefined) {
      attempt.current = submitted;
    },
    reset() {
      attempt.current = undefined;
      write(initial);
    },
    /** Replaces the text by an earlier submission or, if that is undefined, clears it. */
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
