import { BRACES, DIGITS, removeAddedCommas } from "#placeholders.ts";

/**
 * Matches a formula in single dollars within a paragraph, but not money. As in Pandoc, there is no space inside the dollars, and
 * no digit after the last one. In "10$/kg y 12$/kg" there is no formula either: a dollar after a digit only begins one before
 * characters that cannot follow an amount. The only group is the formula. Requires the flag `u`.
 */
export const FORMULA_IN_DOLLARS = String.raw`(?:(?<![\d\\])\$|(?<=\d)\$(?=[\p{L}\\^_{(]))(?!\s)((?:[^$\n]|\n(?![ \t]*\n))+)(?<![\s\\])\$(?!\d)`;

const IS_FORMULA = new RegExp(`^.?${FORMULA_IN_DOLLARS}.?$`, "su");

/**
 * Returns whether a text in single dollars is a formula, rather than two amounts of money.
 *
 * @param inDollars The text with its two dollars; may hold placeholders.
 * @param before The character before it, or empty.
 * @param after The character after it, or empty.
 */
export function isFormula(inDollars: string, before: string, after: string): boolean {
  // In Markdown a backslash right before a formula is itself escaped, and does not escape the dollar.
  return IS_FORMULA.test(
    `${before.replace("\\", "")}${removeAddedCommas(inDollars).replace(DIGITS, "x").replace(BRACES, "")}${after}`,
  );
}

type Code = number | null;
type State = (code: Code) => State | undefined;
type Tokenizer = {
  readonly previous: Code;
  now(): object;
  sliceSerialize(range: { start: object; end: object }): string;
};
type Tokenize = (this: Tokenizer, effects: object, ok: State, nok: State) => State;

const DOLLAR = 36;

/**
 * Returns micromark's extension for formulas, `micromark-extension-math`, changed so that money is text.
 *
 * @param math The extension; remains unchanged.
 */
export function excludeMoney<Extension>(math: Extension): Extension {
  const { text } = math as { text: Record<number, { tokenize: Tokenize }> };
  const construct = text[DOLLAR] as { tokenize: Tokenize };
  const tokenize: Tokenize = function (effects, ok, nok) {
    const start = this.now();
    const before = letterOf(this.previous);
    const decide: State = (code) => {
      const found = this.sliceSerialize({ start, end: this.now() });
      return found.startsWith("$$") || isFormula(found, before, letterOf(code)) ? ok(code) : nok(code);
    };
    return construct.tokenize.call(this, effects, decide, nok);
  };
  return { ...math, text: { ...text, [DOLLAR]: { ...construct, tokenize } } };
}

/** Returns an empty text at the ends of lines and of the text. */
function letterOf(code: Code): string {
  return code === null || code < 0 ? "" : String.fromCharCode(code);
}

const CODE = /`+|~{3,}/y;

/** Rewrites `\(...\)` and `\[...\]` with dollars, the only delimiters that Markdown parsers know. Code is left unchanged. */
export function convertToDollars(text: string): string {
  if (!/\\[([]/.test(text)) return text;
  let written = "";
  let at = 0;
  while (at < text.length) {
    const part = codeAt(text, at) ?? formulaAt(text, at) ?? plainAt(text, at);
    written += part.written;
    at = part.end;
  }
  return written;
}

type Part = { written: string; end: number };

/** Reads a run of backticks or tildes, together with the code that it opens if the code is closed. */
function codeAt(text: string, at: number): Part | undefined {
  CODE.lastIndex = at;
  const fence = CODE.exec(text)?.[0];
  if (fence === undefined) return undefined;
  const opened = at + fence.length;
  const closed = text.indexOf(fence, opened);
  const end = closed === -1 ? opened : closed + fence.length;
  return { written: text.slice(at, end), end };
}

function formulaAt(text: string, at: number): Part | undefined {
  const opening = text.slice(at, at + 2);
  if (opening !== "\\(" && opening !== "\\[") return undefined;
  const isBlock = opening === "\\[";
  const closed = text.indexOf(isBlock ? "\\]" : "\\)", at + 2);
  // A formula ends with its paragraph.
  const paragraph = text.indexOf("\n\n", at);
  if (closed === -1 || (paragraph !== -1 && paragraph < closed)) return { written: opening, end: at + 2 };
  const formula = text.slice(at + 2, closed).trim();
  if (formula === "" || formula.includes("$$")) return { written: text.slice(at, closed + 2), end: closed + 2 };
  // Three dollars mark an inline formula, whatever characters are beside them.
  const fence = isBlock ? "$$" : "$$$";
  return { written: `${fence}${formula}${fence}`, end: closed + 2 };
}

/** Reads plain text up to the next sign that may begin something. A backslash includes the character after it. */
function plainAt(text: string, at: number): Part {
  const begins = text[at] === "\\" ? at + 2 : at + 1;
  const next = /[\\`~]/g;
  next.lastIndex = begins;
  const end = Math.min(text.length, next.exec(text)?.index ?? text.length);
  return { written: text.slice(at, Math.max(end, begins)), end: Math.max(end, begins) };
}
