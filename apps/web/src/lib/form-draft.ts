import { type Draft, readDraft, removeDraft, type Submission, storeDraft } from "#lib/drafts.ts";
import { type FormFields, hasSameFields, pickFields, readFields } from "#lib/form-fields.ts";
import { addListener } from "#lib/listeners.ts";
import { createSavingQueue } from "#lib/saving-queue.ts";
import type { FieldErrors } from "#lib/use-form.ts";
import { newUuid } from "#lib/uuid.ts";

/** The message above the fields: where their text comes from, or that the previous text could not be saved. */
export type FormNotice = "restored" | "returned" | "waiting";

type FormDraftOptions<Fields> = {
  /** The values of the form before anything is typed. */
  initial: Fields;
  /** The fields whose values are carried over to the next text of a series. They do not count as typed. */
  carriedOver: readonly (keyof Fields)[];
  /** The key under which the draft is stored, so that it survives a reload; undefined to store none. */
  key: string | undefined;
};

type FormDraftState<Fields> = { fields: Fields; savedCount: number; notice: FormNotice | null };

/** Must reject if the text could not be saved. */
type Save = (clientId: string) => Promise<void>;

/** Called when the form was cleared, or filled with a text that could not be saved for a reason. */
type OnReplaced = (failure: unknown) => void;

/**
 * What a form holds from its opening to its end: the text that is typed, and the submissions that are not saved yet. The next text can
 * be typed while they are being saved; one that fails returns to the form as soon as that is empty. All of them are stored as a draft
 * until they are saved or discarded.
 */
export class FormDraft<Fields extends FormFields> {
  readonly #options: FormDraftOptions<Fields>;
  readonly #queue = createSavingQueue();
  readonly #listeners = new Set<() => void>();
  #state: FormDraftState<Fields>;
  /** The submission whose text is in the form. The same text reuses its id, so that it is created only once. */
  #attempt: Submission | undefined;
  #blocking: FieldErrors = {};
  #isShown = false;

  /** Continues what the stored draft holds. */
  constructor(options: FormDraftOptions<Fields>) {
    const { initial, key } = options;
    this.#options = options;
    const stored = key === undefined ? null : readDraft(key);
    this.#queue.restore(stored?.unsaved ?? []);
    this.#attempt = stored ? this.#findFirst(stored) : undefined;
    const fields = this.#attempt ? readFields(this.#attempt.fields, initial) : initial;
    this.#state = { fields, savedCount: 0, notice: stored && "restored" };
  }

  readonly subscribe = (listener: () => void) => addListener(this.#listeners, listener);
  readonly getState = () => this.#state;

  get fields(): Fields {
    return this.#state.fields;
  }

  /** Errors that belong to no field, such as a pending upload. While there are any, nothing is saved. */
  get blocking(): FieldErrors {
    return this.#blocking;
  }

  /** Stores the draft from now on, until the returned function is called. */
  show(): () => void {
    this.#isShown = true;
    return () => {
      this.#isShown = false;
    };
  }

  change(fields: Partial<Fields>): void {
    this.#set({ fields: { ...this.fields, ...fields } });
    this.#store();
  }

  block(errors: FieldErrors): void {
    this.#blocking = errors;
  }

  isBlank(): boolean {
    return Object.keys(this.#blocking).length === 0 && hasSameFields(this.fields, this.#blank());
  }

  /** Returns whether nothing was typed since the last submission. */
  isFinished(): boolean {
    return this.isBlank() && (this.#state.savedCount > 0 || this.hasUnsaved());
  }

  hasUnsaved(): boolean {
    return this.#queue.unsaved().length > 0;
  }

  /** Resolves when every submission so far is saved or has failed. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Clears the form at once and saves its text in the background. */
  saveInBackground(save: Save, onReplaced: OnReplaced): void {
    const submitted = this.#submit();
    const outcome = this.#queue.add(submitted, () => save(submitted.clientId));
    this.startNext(onReplaced);
    void outcome.then((isSaved) => this.#settle(isSaved, onReplaced));
  }

  /** Saves while the text stays in the form. */
  async saveInForm(save: Save): Promise<void> {
    const submitted = this.#submit();
    this.#attempt = submitted;
    this.#store();
    await this.#queue.settled();
    await save(submitted.clientId);
    this.#attempt = undefined;
    this.#set({ savedCount: this.#state.savedCount + 1 });
  }

  /** Fills the form with the first text that could not be saved, or clears it. */
  startNext(onReplaced: OnReplaced): void {
    const failed = this.#queue.takeFailed();
    this.#attempt = failed;
    this.#set({
      fields: failed ? readFields(failed.fields, this.#options.initial) : this.#blank(),
      notice: failed ? "returned" : null,
    });
    this.#store();
    onReplaced(failed?.failure);
  }

  discard(): void {
    this.#queue.restore([]);
    this.#attempt = undefined;
    this.#isShown = false;
    if (this.#options.key !== undefined) removeDraft(this.#options.key);
  }

  #set(changed: Partial<FormDraftState<Fields>>): void {
    this.#state = { ...this.#state, ...changed };
    for (const listener of this.#listeners) listener();
  }

  #settle(isSaved: boolean, onReplaced: OnReplaced): void {
    if (isSaved) this.#set({ savedCount: this.#state.savedCount + 1 });
    else if (this.isBlank()) this.startNext(onReplaced);
    else this.#set({ notice: "waiting" });
    this.#store();
  }

  #blank(): Fields {
    return { ...this.#options.initial, ...pickFields(this.fields, this.#options.carriedOver) };
  }

  #submit(): Submission {
    const before = this.#attempt;
    return before && hasSameFields(before.fields, this.fields) ? before : { fields: this.fields, clientId: newUuid() };
  }

  /** Returns the text of a stored draft or, if none was being typed, a submission that was not saved. */
  #findFirst(stored: Draft): Submission | undefined {
    const { initial } = this.#options;
    return hasSameFields(readFields(stored.fields, initial), initial) ? this.#queue.takeFailed() : stored;
  }

  #store(): void {
    const { key } = this.#options;
    if (key === undefined || !this.#isShown) return;
    if (this.isBlank() && !this.hasUnsaved()) removeDraft(key);
    else storeDraft(key, { ...this.#submit(), unsaved: this.#queue.unsaved() });
  }
}
