import { MATHEMATICAL_SIGNS } from "#normal-form.ts";

/**
 * The most combinations of optional parts and alternatives. Beyond it, they are combined less freely. An answer that is longer
 * than any that is typed has fewer, so that the time remains proportional to its length.
 */
const MOST = 64;
const MOST_CHARACTERS = 20_000;

/** Parentheses inside others are optional by themselves down to this depth. */
const DEEPEST = 2;

const MATHEMATICS = new RegExp(`[\\p{Nd}²³¹⁰-₉½¼¾^*×⋅∑∏∫∂∇∞∈¬${MATHEMATICAL_SIGNS.replace("/", "")}]`, "u");

/**
 * Lists the texts that an answer accepts, as they are written in it: first the whole answer, then its alternatives, with and
 * without what is in parentheses.
 *
 * @param answer Plain text.
 * @example listAccepted("be – was/were") // ["be – was/were", "be – was", "be – were"]
 * @example listAccepted("el coche (rojo); auto") // ["el coche (rojo); auto", "el coche (rojo)", "el coche rojo", "el coche", "auto"]
 */
export function listAccepted(answer: string): string[] {
  const text = answer.normalize("NFC").trim();
  const isMathematical = isMathematics(text);
  const most = Math.max(4, Math.min(MOST, Math.floor(MOST_CHARACTERS / text.length)));
  const accepted = splitAlternatives(text).flatMap((part) =>
    combine(
      splitStretches(part).map((stretch) => listStretch(stretch, isMathematical, most)),
      most,
    ),
  );
  return [...new Set([text, ...accepted.map((one) => one.replace(/\s+/g, " ").trim())])].filter((one) => one !== "");
}

/** Splits an answer at line breaks and semicolons, which separate alternatives as a whole. */
export function splitAlternatives(answer: string): string[] {
  return splitOutside(answer, /[;\n\r\u2028\u2029]+/g).map(({ part }) => part);
}

const FUNCTION = /(?<!\p{L})(?:sen|cos|tan|tg|log|ln) ?\(?\p{L}\)?(?!\p{L})/u;

/**
 * Returns whether an answer has a digit, a mathematical sign or a function of a variable, so that signs between its words mean
 * something: "-cos x".
 */
export function isMathematics(answer: string): boolean {
  return MATHEMATICS.test(answer) || /->/.test(answer) || FUNCTION.test(answer);
}

/** Splits an alternative into stretches, and the commas and spaced dashes between them. */
function splitStretches(alternative: string): string[] {
  return splitOutside(alternative, /,|(?<=\s)[‐‑‒–—―−-](?=\s)/g).flatMap(({ part, separator }) => [part, separator]);
}

/** Lists the texts that a stretch accepts, each with the white space around the stretch. */
function listStretch(stretch: string, isMathematical: boolean, most: number): string[] {
  const parts = isMathematical ? [stretch] : splitAtSlashes(stretch);
  if (parts.length < 2) return listOptional(stretch, isMathematical, most);
  const before = /^\s/.test(stretch) ? " " : "";
  const after = /\s$/.test(stretch) ? " " : "";
  const accepted = parts.slice(0, MOST).flatMap((part) => listOptional(part.trim(), false, most));
  return accepted.map((part) => before + part + after);
}

/** Splits a stretch at each slash, unless a single letter is next to it. */
function splitAtSlashes(stretch: string): string[] {
  const mask = maskParentheses(stretch);
  const parts: string[] = [];
  let from = 0;
  for (const { index } of mask.matchAll(/\//g)) {
    if (isLetter(findWordBefore(mask, index)) || isLetter(findWordAfter(mask, index + 1))) continue;
    parts.push(stretch.slice(from, index));
    from = index + 1;
  }
  return [...parts, stretch.slice(from)].filter((part) => part.trim() !== "");
}

/** The ends of a word are white space, and slashes if the word touches the slash at which the search begins. */
const WORD_LENGTH = 12;

function findWordBefore(mask: string, end: number): string {
  const before = mask.slice(Math.max(0, end - WORD_LENGTH), end);
  return (/\s$/.test(before) ? before.trimEnd().split(/\s/) : before.split(/[\s/]/)).at(-1) ?? "";
}

function findWordAfter(mask: string, start: number): string {
  const after = mask.slice(start, start + WORD_LENGTH);
  return (/^\s/.test(after) ? after.trimStart().split(/\s/) : after.split(/[\s/]/))[0] ?? "";
}

function isLetter(word: string): boolean {
  return /^\p{L}\p{M}*$/u.test(word);
}

/** Lists a text as it is written, then with and without each of its optional parts. */
function listOptional(text: string, isMathematical: boolean, most: number, depth = 1): string[] {
  const lists: string[][] = [];
  let from = 0;
  for (const { start, end } of findParentheses(text)) {
    if (!isOptional(text, start, end, isMathematical)) continue;
    const inside = text.slice(start + 1, end - 1);
    const withInside = depth < DEEPEST ? listOptional(inside, isMathematical, most, depth + 1) : [inside];
    lists.push([text.slice(from, start)], [...withInside.slice(0, most - 1), ""]);
    from = end;
  }
  return lists.length === 0 ? [text] : [text, ...combine([...lists, [text.slice(from)]], most)];
}

const FUNCTION_BEFORE = /(?:^|[^\p{L}])(?:[fg]|sen|sin|cos|tan|tg|cot|sec|log|ln|exp)$/u;
const SIGNS = `[*×⋅^−\\-${MATHEMATICAL_SIGNS}]`;
const TOUCHES_BEFORE = new RegExp(`[\\p{L}\\p{N})]$|${SIGNS}\\s?$`, "u");
const TOUCHES_AFTER = new RegExp(`^[\\p{L}\\p{N}(]|^\\s?${SIGNS}`, "u");

/**
 * Returns whether text in parentheses is optional. In mathematics it is not directly after a letter, nor if it is a term beside a
 * sign. `cos(θ)` and `hierro(III)` are recognised by themselves.
 */
function isOptional(text: string, start: number, end: number, isMathematical: boolean): boolean {
  const before = text.slice(Math.max(0, start - WORD_LENGTH), start);
  const inside = text.slice(start + 1, end - 1);
  const isAttached = /\p{L}$/u.test(before);
  if (/^[IVXLCDM]+$/.test(inside)) return false;
  if (!isMathematical) {
    return !FUNCTION_BEFORE.test(before) && !(isAttached && /^\p{Script=Greek}$/u.test(inside));
  }
  const isTerm = MATHEMATICS.test(inside) || /[-−]|^\p{L}$/u.test(inside);
  return !isAttached && !(isTerm && (TOUCHES_BEFORE.test(before) || TOUCHES_AFTER.test(text.slice(end, end + 2))));
}

/** Combines one option of each list. With too many combinations, the options of later lists follow those of earlier ones. */
function combine(lists: readonly (readonly string[])[], most: number): string[] {
  let combined = [""];
  for (const options of lists) {
    combined =
      combined.length === 1 || combined.length * options.length <= most
        ? combined.flatMap((start) => options.map((option) => start + option))
        : combined.map((start, index) => start + options[index % options.length]);
  }
  return combined;
}

type Part = { readonly part: string; readonly separator: string };

/** Splits a text at separators that are not in parentheses. */
function splitOutside(text: string, separators: RegExp): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: separator, index } of maskParentheses(text).matchAll(separators)) {
    parts.push({ part: text.slice(from, index), separator });
    from = index + separator.length;
  }
  return [...parts, { part: text.slice(from), separator: "" }];
}

function maskParentheses(text: string): string {
  let mask = "";
  let from = 0;
  for (const { start, end } of findParentheses(text)) {
    mask += text.slice(from, start) + "_".repeat(end - start);
    from = end;
  }
  return mask + text.slice(from);
}

/** Finds the outermost pairs of parentheses. One that has no partner is a sign like any other. */
function findParentheses(text: string): { start: number; end: number }[] {
  const pairs: { start: number; end: number }[] = [];
  const open: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/[()（）]/g)) {
    if (sign === "(" || sign === "（") {
      open.push(index);
      continue;
    }
    const start = open.pop();
    if (start === undefined) continue;
    while ((pairs.at(-1)?.start ?? -1) > start) pairs.pop();
    pairs.push({ start, end: index + 1 });
  }
  return pairs;
}
