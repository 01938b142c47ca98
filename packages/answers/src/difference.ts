import { alignSequences, type Step } from "#alignment.ts";
import { createReader, dropArticle, isAccepted } from "#forms.ts";
import type { Words } from "#languages.ts";
import { dropMark } from "#lists.ts";
import { lowerCase, type TracedText, traceNormalForm } from "#normal-form.ts";

/**
 * Consecutive characters that compare alike.
 *
 * - `same`: they are the same, or what distinguishes them does not count. One of the texts may be empty.
 * - `missing`: they are in the answer alone.
 * - `extra`: they are in the typed text alone.
 * - `changed`: others were typed; both texts have as many characters.
 */
export type Segment = { readonly kind: Step["kind"]; readonly accepted: string; readonly typed: string };

/**
 * Compares an accepted answer with a typed text, letter by letter, for a screen that marks the difference. Both are shown as they
 * were written. What `judge` ignores is never marked: case, an article, white space, punctuation at the ends and the like. An
 * accent is marked. A letter is a grapheme: a mark is never separated from it, nor is an emoji divided. Texts that share less than
 * half of their letters are marked as wholes, because letters that agree by chance would only make both hard to read.
 *
 * The `accepted` of all segments are the answer, in NFC, and the `typed` are the typed text.
 *
 * @param accepted The `nearest` of a judgement.
 * @param language A BCP 47 tag; Spanish by default.
 * @example difference("ATP", "ADN") // missing "ATP", extra "ADN"
 * @example difference("La célula", "celulas") // same "La " and "c", changed "é" to "e", same "lula", extra "s"
 */
export function difference(
  accepted: string,
  typed: string,
  { language }: { language?: string | null | undefined } = {},
): Segment[] {
  const { words, readTyped } = createReader(language);
  if (isAccepted(readTyped(accepted, accepted), readTyped(typed, accepted), "forms", words)) {
    return joinSame(accepted.normalize("NFC"), typed.normalize("NFC"));
  }
  const answer = traceLetters(accepted.normalize("NFC"), words);
  const text = traceLetters(typed.normalize("NFC"), words);
  const steps = alignSequences(answer.keys, text.keys);
  if (!areAlike(answer, text, steps)) return listWholes(answer, text);
  return joinSegments(answer, text, steps);
}

/**
 * Marks missing items in a list as it is written, in the form of a difference of which nothing was typed.
 *
 * @param missing The `missing` of a judgement: some of the items, in their order.
 */
export function markMissing(list: string, missing: readonly string[]): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  let place = 0;
  const take = (kind: "same" | "missing", to: number) => {
    if (to > end) segments.push({ kind, accepted: list.slice(end, to), typed: "" });
    end = to;
  };
  for (const { 0: line, index } of list.matchAll(/[^\n\r\u2028\u2029]+/g)) {
    const item = dropMark(line.trim());
    if (item === "" || item !== missing[place]) continue;
    const itemEnd = index + line.trimEnd().length;
    take("same", itemEnd - item.length);
    take("missing", itemEnd);
    place++;
  }
  take("same", list.length);
  return segments;
}

/**
 * The graphemes of a text. `keys` holds what counts of each, without those that do not count at all; `starts` their indices in
 * `graphemes`.
 */
type Letters = {
  readonly graphemes: readonly string[];
  readonly keys: readonly string[];
  readonly starts: readonly number[];
};

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Reads a text without its article. */
function traceLetters(written: string, words: Words): Letters {
  const traced = traceNormalForm(written, words);
  const lower = lowerCase(traced.text, words);
  const rest = dropArticle(lower, words).length;
  // The case of a letter may change the length of a text, but an article has no such letter.
  const isArticle = rest < lower.length && lower.length === traced.text.length;
  return readLetters(written, isArticle ? sliceFrom(traced, lower.length - rest) : traced, words);
}

function sliceFrom({ text, at }: TracedText, start: number): TracedText {
  return { text: text.slice(start), at: at.slice(start) };
}

function readLetters(written: string, { text, at }: TracedText, words: Words): Letters {
  const graphemes: string[] = [];
  const keys: string[] = [];
  const starts: number[] = [];
  let unit = 0;
  for (const { segment, index } of segmenter.segment(written)) {
    const first = unit;
    while (unit < at.length && (at[unit] as number) < index + segment.length) unit++;
    if (unit > first) {
      keys.push(lowerCase(text.slice(first, unit), words).normalize("NFC"));
      starts.push(graphemes.length);
    }
    graphemes.push(segment);
  }
  return { graphemes, keys, starts };
}

/** Marks nothing of two texts that are equal although they may be spelled differently. */
function joinSame(accepted: string, typed: string): Segment[] {
  return accepted === "" && typed === "" ? [] : [{ kind: "same", accepted, typed }];
}

/** Returns whether at least half of the letters of the longer text are in both. */
function areAlike(answer: Letters, text: Letters, steps: readonly Step[]): boolean {
  const shared = steps.filter(({ kind }) => kind === "same").length;
  return 2 * shared >= Math.max(answer.keys.length, text.keys.length);
}

function listWholes({ graphemes: accepted }: Letters, { graphemes: typed }: Letters): Segment[] {
  const wholes: Segment[] = [
    { kind: "missing", accepted: accepted.join(""), typed: "" },
    { kind: "extra", accepted: "", typed: typed.join("") },
  ];
  return wholes.filter((whole) => whole.accepted !== whole.typed);
}

function joinSegments(answer: Letters, text: Letters, steps: readonly Step[]): Segment[] {
  const segments: { kind: Step["kind"]; accepted: string; typed: string }[] = [];
  const append = (kind: Step["kind"], accepted: string, typed: string) => {
    if (accepted === "" && typed === "") return;
    const last = segments.at(-1);
    if (last?.kind === kind) {
      last.accepted += accepted;
      last.typed += typed;
    } else segments.push({ kind, accepted, typed });
  };
  const takeAccepted = createTaker(answer);
  const takeTyped = createTaker(text);
  for (const { kind, i, j } of steps) {
    const [accepted, typed] = [kind !== "extra", kind !== "missing"];
    append("same", accepted ? takeAccepted(answer.starts[i] ?? 0) : "", typed ? takeTyped(text.starts[j] ?? 0) : "");
    append(
      kind,
      accepted ? takeAccepted((answer.starts[i] ?? 0) + 1) : "",
      typed ? takeTyped((text.starts[j] ?? 0) + 1) : "",
    );
  }
  append("same", takeAccepted(answer.graphemes.length), takeTyped(text.graphemes.length));
  return segments;
}

/** Returns a function that takes the next graphemes of a text, up to an index. */
function createTaker({ graphemes }: Letters): (end: number) => string {
  let taken = 0;
  return (end) => {
    const part = graphemes.slice(taken, end).join("");
    taken = Math.max(taken, end);
    return part;
  };
}
