import { foldText } from "@repasa/card-text/folding.ts";
import { type Reader, type ReadText, readsAlike } from "#forms.ts";
import { unifySigns } from "#normal-form.ts";
import { isLongerThanTyped } from "#short-answers.ts";

/** What a typed text is compared with: its forms with accents or without, and its letters. */
export type Sought = {
  readonly reader: Reader;
  readonly text: ReadText;
  readonly form: "forms" | "folded";
  readonly letters: string;
};

/**
 * An answer of another card of the folder, as plain text. It keeps what is read of it, so that a session or a quiz, which judges many
 * texts beside the same answers, reads each of them once. One that is too long to be typed is no text's answer.
 */
export class OtherAnswer {
  readonly text: string;
  /** Null if the answer is too long to be typed. */
  readonly #letters: string | null;
  #read: { readonly rules: string; readonly answers: readonly ReadText[] } | undefined;

  constructor(text: string) {
    this.text = text;
    this.#letters = isLongerThanTyped(text) ? null : listLetters(text);
  }

  /** Returns whether a typed text is right for this card. Only an answer that has the letters of the text is read completely. */
  accepts({ reader, text, form, letters }: Sought): boolean {
    if (this.#letters === null) return false;
    const canBeRight = /[/;()（）\n\r\u2028\u2029]/.test(this.text)
      ? hasInOrder(this.#letters, letters)
      : this.#letters.endsWith(letters);
    return canBeRight && this.#readBy(reader).some((answer) => readsAlike(answer[form], text[form]));
  }

  #readBy(reader: Reader): readonly ReadText[] {
    if (this.#read?.rules !== reader.rules) this.#read = { rules: reader.rules, answers: reader.readAnswer(this.text) };
    return this.#read.answers;
  }
}

/** Lists the letters and digits of a text, in the form that all languages and spellings share. */
export function listLetters(text: string): string {
  return foldText(unifySigns(text))
    .replaceAll("ı", "i")
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Returns whether letters occur in others in their order, as those of an alternative do. */
function hasInOrder(letters: string, sought: string): boolean {
  let at = 0;
  for (const letter of sought) {
    at = letters.indexOf(letter, at) + letter.length;
    if (at < letter.length) return false;
  }
  return true;
}
