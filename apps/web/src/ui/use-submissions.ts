import { useState } from "react";
import type { FormFields } from "#lib/form-fields.ts";
import { hasSameFields } from "#lib/form-fields.ts";
import { createSavingQueue } from "#lib/saving-queue.ts";
import type { TypedText } from "#ui/use-typed-text.ts";

/** The message above the fields: where their text comes from, or that the previous text could not be saved. */
export type FormNotice = "restored" | "returned" | "waiting";

type SubmissionsOptions = {
  text: TypedText;
  initial: FormFields;
  /** Called when the form was cleared, or filled with a text that could not be saved. */
  onReplaced: (failure: unknown) => void;
};

type Save = (clientId: string) => Promise<void>;

/**
 * The submissions of a form that are not saved yet. The next text can be typed meanwhile; a submission that fails
 * returns to the form as soon as that is empty. Submissions and the text in the form are stored as a draft until they
 * are saved or discarded.
 */
export function useSubmissions({ text, initial, onReplaced }: SubmissionsOptions) {
  const [queue] = useState(createSavingQueue);
  const [savedCount, setSavedCount] = useState(0);
  const [notice, setNotice] = useState<FormNotice | null>(null);

  const saveDraft = () => text.saveDraft(queue.unsaved());
  const startNext = () => {
    const failed = queue.takeFailed();
    text.replace(failed);
    text.focus();
    saveDraft();
    setNotice(failed ? "returned" : null);
    onReplaced(failed?.failure);
  };
  const restoreDraft = () => {
    const draft = text.findDraft();
    queue.restore(draft?.unsaved ?? []);
    setSavedCount(0);
    setNotice(draft && "restored");
    onReplaced(null);
    text.reset();
    if (draft) text.replace(hasSameFields(draft.fields, initial) ? queue.takeFailed() : draft);
  };
  const settle = (saved: boolean) => {
    if (saved) setSavedCount((count) => count + 1);
    else if (text.isBlank()) startNext();
    else setNotice("waiting");
    saveDraft();
  };
  return {
    savedCount,
    notice,
    hasUnsaved: () => queue.unsaved().length > 0,
    settled: queue.settled,
    saveDraft,
    startNext,
    /** Fills the form with the text that was being typed when the page was left. */
    restoreDraft,
    /** Clears the form at once and saves in the background. */
    saveInBackground(save: Save) {
      const submitted = text.submission();
      const outcome = queue.add(submitted, () => save(submitted.clientId));
      startNext();
      void outcome.then(settle);
    },
    /** Saves while the text stays in the form. */
    async saveInForm(save: Save) {
      const submitted = text.submission();
      text.markSubmitted(submitted);
      saveDraft();
      await queue.settled();
      await save(submitted.clientId);
      text.markSubmitted(undefined);
      setSavedCount((count) => count + 1);
    },
    discard() {
      queue.restore([]);
      text.discard();
    },
  };
}
