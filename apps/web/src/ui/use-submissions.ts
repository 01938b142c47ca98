import { useState } from "react";
import { sameFields } from "#lib/form-fields.ts";
import { createSavingQueue } from "#lib/saving-queue.ts";
import { type TypedTextOptions, useTypedText } from "#ui/use-typed-text.ts";

/** What is told above the fields: where their text comes from, or that the one before it could not be saved. */
export type FormNotice = "restored" | "returned" | "waiting";

type SubmissionsOptions = TypedTextOptions & {
  /** The form begins anew, or holds a text again that could not be saved. */
  onReplaced: (failure: unknown) => void;
};

type Save = (clientId: string) => Promise<void>;

/**
 * What a form has submitted and not yet saved. The next text can be typed meanwhile; one that fails comes back into the
 * form as soon as that is empty. All of it is kept as a draft until it is saved or dropped.
 */
export function useSubmissions({ onReplaced, ...options }: SubmissionsOptions) {
  const [queue] = useState(createSavingQueue);
  const text = useTypedText(options);
  const [savedCount, setSavedCount] = useState(0);
  const [notice, setNotice] = useState<FormNotice | null>(null);

  const keep = () => text.keep(queue.unsaved());
  const startNext = () => {
    const failed = queue.takeFailed();
    text.replace(failed);
    text.focus();
    keep();
    setNotice(failed ? "returned" : null);
    onReplaced(failed?.failure);
  };
  const begin = () => {
    const draft = text.draft();
    queue.restore(draft?.unsaved ?? []);
    setSavedCount(0);
    setNotice(draft && "restored");
    onReplaced(null);
    if (draft) text.replace(sameFields(draft.fields, options.initial) ? queue.takeFailed() : draft);
  };
  const settle = (saved: boolean) => {
    if (saved) setSavedCount((count) => count + 1);
    else if (text.isBlank()) startNext();
    else setNotice("waiting");
    keep();
  };
  return {
    savedCount,
    notice,
    isBlank: text.isBlank,
    hasUnsaved: () => queue.unsaved().length > 0,
    settled: queue.settled,
    keep,
    startNext,
    /** Begins with what was being typed when the page was left. */
    begin,
    /** Empties the form at once, and saves behind it. */
    saveBehind(save: Save) {
      const submitted = text.submission();
      const outcome = queue.add(submitted, () => save(submitted.clientId));
      startNext();
      void outcome.then(settle);
    },
    /** Keeps the text in the form until it is saved. */
    async saveInForm(save: Save) {
      const submitted = text.submission();
      text.markSubmitted(submitted);
      keep();
      await queue.settled();
      await save(submitted.clientId);
      text.markSubmitted(undefined);
      setSavedCount((count) => count + 1);
    },
    drop() {
      queue.restore([]);
      text.drop();
    },
  };
}
