import { foldText } from "@repasa/card-text/folding.ts";
import { isMathematics } from "#alternatives.ts";
import { isAccepted, type Reader, type ReadText } from "#forms.ts";
import { IGNORED, unifySigns } from "#normal-form.ts";
import { isLongerThanTyped } from "#short-answers.ts";
import { joinAbbreviations } from "#spellings.ts";

/** What a typed text is compared with: its forms with accents or without, and its letters. */
export type Sought = {
  readonly reader: Reader;
  readonly form: "forms" | "folded";
  readonly letters: string;
  /** Reads the typed text beside an answer. */
  readonly readBeside: (answer: string) => ReadText;
  readonly hasValue: boolean;
};

/** Prepares a typed text, so that other answers can be compared with it. */
export function createSought(reader: Reader, typed: string, form: "forms" | "folded"): Sought {
  const [plain, mathematical] = [reader.readText(typed, false), reader.readText(typed, true)];
  return {
    reader,
    form,
    letters: listLetters(plain.folded.at(-1) ?? ""),
    readBeside: (answer) => (isMathematics(answer) ? mathematical : plain),
    hasValue: plain.value.isPlain || /^[^ =]*\d[^ =]*$|^[^=]{1,9}=/.test(plain.full),
  };
}

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
  accepts({ reader, form, letters, readBeside, hasValue }: Sought): boolean {
    if (this.#letters === null) return false;
    const canBeRight =
      (hasValue && /\d/.test(this.text)) ||
      (/[-‐-―−,/;()（）\n\r\u2028\u2029]/.test(this.text)
        ? hasInOrder(this.#letters, letters)
        : this.#letters.endsWith(letters));
    if (!canBeRight) return false;
    const typed = readBeside(this.text);
    return this.#readBy(reader).some((answer) => isAccepted(answer, typed, form, reader.words));
  }

  #readBy(reader: Reader): readonly ReadText[] {
    if (this.#read?.rules !== reader.rules) this.#read = { rules: reader.rules, answers: reader.readAnswer(this.text) };
    return this.#read.answers;
  }
}

/**
 * Lists the letters and digits of a text that all its spellings share. Vowels differ between spellings, as do letters that are
 * vowels in Latin, a zero before decimals, and the words behind an apostrophe in English. A "p" may be that of "pi", and an "s"
 * that of a century.
 */
function listLetters(text: string): string {
  return joinAbbreviations(foldText(unifySigns(text).replace(IGNORED, "")))
    .replace(/can't|cannot/g, "can not")
    .replace(/won't|shan't/g, (word) => (word[0] === "w" ? "will not" : "shall not"))
    .replace(/(?<=\p{L})'(?:ll|re|ve|m|d|s)(?!\p{L})|(?<!\p{L})(?:will|are|have|am|would|is|us)(?!\p{L})/gu, "")
    .replace(/siglo|grados?|[^\p{L}\p{N}]|[0aeiouyıœæjvhszßpπ]/gu, "")
    .replace(/(.)\1+/g, "$1");
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
