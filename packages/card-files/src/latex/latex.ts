// Converts pieces of LaTeX documents to HTML: prose with formulas in it, lists and tables. Unknown commands are left as source.

import type { LossKey } from "#losses.ts";
import {
  BREAKS,
  DRAWINGS,
  FORMATS,
  HIDDEN_ARGUMENTS,
  LETTERS,
  LISTS,
  PARAGRAPHS,
  PLAIN,
  readAccentedLetter,
  SOURCES,
  SWITCHES,
  WITHOUT_EFFECT,
} from "./latex-commands.ts";

/**
 * Returns a formula as the element from which our HTML reader makes a formula of a card: `<img data-tex>`.
 *
 * @param isBlock Whether it stands in a line of its own.
 */
export function formulaToHtml(tex: string, isBlock: boolean): string {
  const plain = tex.replace(/[\t ]*\n\s*/g, "\n");
  return `<img data-tex="${plain.replaceAll('"', "&quot;")}"${isBlock ? " data-block" : ""}>`;
}

const MATH = /(?<!\\)(?:\$|\\[([])/;
/** Environments that are formulas by themselves, and those that are parts of one. */
const DISPLAYED = "(?:equation|displaymath|math|align|alignat|flalign|gather|multline|eqnarray)\\*?";
const INNER = "(?:[bBpvV]?matrix|smallmatrix|array|cases|split|aligned|gathered|alignedat)\\*?";
const IS_FORMULA = new RegExp(`^(?:${DISPLAYED}|${INNER})$`);
const TEXT_ONLY = new RegExp(
  `\\\\begin\\{(?!${INNER}\\})|\\\\(?:item|noindent|(?:sub)*section|paragraph|par)(?![a-zA-Z])|\\\\['"\`~]`,
);
const WORDS = "(?<![\\p{L}\\\\])\\p{L}{2,}[\\s,.;:]+";
const SOME_WORDS = new RegExp(`${WORDS}\\p{L}{2,}`, "u");
const MANY_WORDS = new RegExp(`(?:${WORDS}){3}\\p{L}{2,}`, "u");

/**
 * Converts the contents of Anki's `[latex]`: a document, or a formula without the dollars that LaTeX requires.
 * @param onLoss Called for commands that are lost or left as source.
 */
export function latexToHtml(tex: string, isInGap: boolean, onLoss: (loss: LossKey) => void): string {
  const reader = new LatexReader(tex, isInGap);
  if (!MATH.test(tex) && !TEXT_ONLY.test(tex) && /[\\^_]/.test(tex)) {
    const words = tex.replace(/\\(?:text|mbox|mathrm|operatorname)[a-z]{0,6}\s*\{[^{}]*\}/g, "");
    const isProse =
      MANY_WORDS.test(words) ||
      (SOME_WORDS.test(words) && !/(?<!\\)[\^_]/.test(words) && !reader.losses.has("unsupportedLatex"));
    if (!isProse) return formulaToHtml(tex, !isInGap);
  }
  for (const loss of reader.losses) onLoss(loss);
  return reader.html;
}

const TOKEN = new RegExp(
  [
    /\\begin\s*\{([a-zA-Z]{1,40}\*?)\}/,
    /\\end\s*\{([a-zA-Z]{1,40}\*?)\}/,
    /\\([a-zA-Z]+)\*?[ \t]*/,
    /\\\\\*?(?:[ \t]*\[[^\]\n]{0,20}\])?/,
    /\\([\s\S])/,
    /\$\$?/,
    /\ufdd0?\{\{c[\d,]{1,60}::/,
    /[{}]/,
    /&amp;|&nbsp;|[&~]/,
    /%[^\n]*\n?/,
    /\n[ \t]*\n\s*/,
    /---?|``|''/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);
const OPTION = /[ \t]*\[[^\][\n]{0,200}\]/y;
const ARGUMENT = /\s*\{[^{}]{0,200}\}/y;

const MAX_DEPTH = 100;

/** `cell` and `row` are for tables: the opening tag of a cell, and the offset of the last row. */
type Frame = { readonly name: string; end: string; cell: string; row: number };

class LatexReader {
  readonly #tex: string;
  readonly #isInGap: boolean;
  readonly #written: string[] = [];
  readonly #frames: Frame[] = [{ name: "", end: "", cell: "", row: 0 }];
  readonly #missingEnds = new Set<string>();
  #at = 0;
  readonly html: string;
  readonly losses = new Set<LossKey>();

  constructor(tex: string, isInGap: boolean) {
    this.#tex = tex;
    this.#isInGap = isInGap;
    TOKEN.lastIndex = 0;
    for (;;) {
      TOKEN.lastIndex = this.#at;
      const match = TOKEN.exec(tex);
      this.#write(tex.slice(this.#at, match?.index ?? tex.length));
      if (!match) break;
      this.#at = match.index + match[0].length;
      this.#readToken(match);
    }
    while (this.#frames.length > 1) this.#closeFrame();
    this.html = this.#written.join("") + this.#top.end;
  }

  get #top(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  #write(html: string): void {
    if (html !== "") this.#written.push(html);
  }

  #readToken([token, begins, ends, command, sign]: RegExpExecArray): void {
    if (begins !== undefined) this.#beginEnvironment(token, begins);
    else if (ends !== undefined) this.#endEnvironment(ends);
    else if (command !== undefined) this.#readCommand(token, command);
    else if (token.startsWith("\\\\")) this.#breakLine();
    else if (sign !== undefined) this.#readSign(sign);
    else if (token.startsWith("$")) this.#writeFormula(token, token, token === "$$");
    else if (token.endsWith("::")) this.#openFrame(token, "gap", "}}");
    else if (token === "{") this.#openFrame("", "group", "");
    else if (token === "}") this.#readClosingBrace();
    else if (token === "&amp;" || token === "&") this.#write(this.#top.name === "tabular" ? this.#top.cell : token);
    else if (token.startsWith("\n")) this.#write("<br><br>");
    else this.#write(LETTERS.get(token) ?? "");
  }

  #openFrame(html: string, name: string, end: string): void {
    this.#write(html);
    // No real document nests groups this deep, and searching for each end takes time in proportion to the depth.
    if (this.#frames.length === MAX_DEPTH) this.#write(end);
    else this.#frames.push({ name, end, cell: "<th>", row: this.#written.length });
  }

  #closeFrame(): void {
    const { name, end, row } = this.#frames.pop() as Frame;
    if (name === "tabular" && this.#isBlankSince(row)) this.#written.length = row - 1;
    this.#write(end);
  }

  #isBlankSince(row: number): boolean {
    for (let at = row; at < this.#written.length; at++) if (this.#written[at]?.trim() !== "") return false;
    return true;
  }

  #readClosingBrace(): void {
    const { name } = this.#top;
    if (name === "gap" && this.#tex[this.#at] === "}") {
      this.#at++;
      this.#closeFrame();
    } else if (name === "group" || name === "kept") this.#closeFrame();
    else this.#write("}");
  }

  #beginEnvironment(token: string, name: string): void {
    const plain = name.replace("*", "");
    const list = LISTS.get(plain);
    if (IS_FORMULA.test(name)) this.#writeDisplayedFormula(token, name);
    else if (SOURCES.has(plain) || DRAWINGS.has(plain)) this.#writeSource(token, name);
    else if (list) {
      this.#skip(OPTION, 1);
      this.#openFrame(list[0], name, list[1]);
    } else if (/^(?:tabular[xy]?|longtable)$/.test(plain)) {
      this.#skip(OPTION, 1);
      this.#skip(ARGUMENT, plain === "tabular" || plain === "longtable" ? 1 : 2);
      this.#write("<table>");
      this.#openFrame("<tr><th>", "tabular", "</table>");
    } else {
      if (!PLAIN.has(plain) && !/^quot/.test(plain)) this.losses.add("unsupportedLatex");
      this.#skip(OPTION, 1);
      if (plain === "minipage" || plain === "spacing") this.#skip(ARGUMENT, 1);
      const tag = /^quot/.test(plain) ? "blockquote" : "div";
      this.#openFrame(`<${tag}>`, name, `</${tag}>`);
    }
  }

  #endEnvironment(written: string): void {
    const name = /^(?:tabular[xy]?\*?|longtable\*?)$/.test(written) ? "tabular" : written;
    const at = this.#frames.findLastIndex((frame, index) => index > 0 && frame.name === name);
    while (at > 0 && this.#frames.length > at) this.#closeFrame();
  }

  /** Returns the text before `end` and moves past it; null if there is no such end. */
  #readUntil(end: string): string | null {
    const at = this.#missingEnds.has(end) ? -1 : this.#tex.indexOf(end, this.#at);
    if (at < 0) this.#missingEnds.add(end);
    if (at < 0) return null;
    const inside = this.#tex.slice(this.#at, at);
    this.#at = at + end.length;
    return inside;
  }

  #writeFormula(token: string, end: string, isBlock: boolean): void {
    const inside = this.#readUntil(end);
    if (inside === null) this.#write(token);
    else if (inside.trim() !== "") this.#write(formulaToHtml(inside, isBlock && !this.#isInsideGap()));
  }

  #isInsideGap(): boolean {
    return this.#isInGap || this.#frames.some(({ name }) => name === "gap");
  }

  #writeDisplayedFormula(token: string, name: string): void {
    const inside = this.#readUntil(`\\end{${name}}`);
    if (inside === null) this.#writeUnknown(token);
    else this.#write(formulaToHtml(wrapFormula(name, inside), name !== "math" && !this.#isInsideGap()));
  }

  #writeSource(token: string, name: string): void {
    const inside = this.#readUntil(`\\end{${name}}`);
    if (DRAWINGS.has(name) || inside === null) this.losses.add("unsupportedLatex");
    this.#write(inside === null ? token : `<pre>${inside.replace(/^\s*\n/, "").trimEnd()}</pre>`);
  }

  #readCommand(token: string, name: string): void {
    const format = FORMATS.get(name);
    const change = SWITCHES.get(name);
    const hiddenArguments = HIDDEN_ARGUMENTS.get(name);
    const accent = readAccentedLetter(this.#tex, this.#at, name);
    const letter = LETTERS.get(name);
    if (name === "item") this.#beginItem();
    else if (format && this.#skip(/\s*\{/y, 1)) this.#openFrame(format[0], "group", format[1]);
    else if (change) this.#applySwitch(...change);
    else if (BREAKS.has(name)) this.#breakLine();
    else if (PARAGRAPHS.has(name)) this.#write("<br><br>");
    else if (hiddenArguments !== undefined) this.#skipArguments(name, hiddenArguments);
    else if (accent) this.#writeAccent(accent);
    else if (letter !== undefined) this.#write(/\p{L}\s$/u.test(letter + token.at(-1)) ? `${letter} ` : letter);
    else if (!WITHOUT_EFFECT.has(name) && !format) this.#writeUnknown(token);
  }

  #skipArguments(name: string, maxCount: number): void {
    this.#skip(OPTION, 1);
    this.#skip(ARGUMENT, maxCount);
    if (name.includes("color")) this.losses.add("colours");
  }

  #writeAccent({ letter, end }: { letter: string; end: number }): void {
    this.#write(letter);
    this.#at = end;
  }

  /** Leaves a command as source, with the braces of its arguments. */
  #writeUnknown(token: string): void {
    this.losses.add("unsupportedLatex");
    this.#write(token);
    if (this.#tex[this.#at] !== "{") return;
    this.#at++;
    this.#openFrame("{", "kept", "}");
  }

  #applySwitch(begin: string, end: string): void {
    this.#write(begin);
    this.#top.end = end + this.#top.end;
  }

  #beginItem(): void {
    OPTION.lastIndex = this.#at;
    const option = OPTION.exec(this.#tex)?.[0] ?? "";
    this.#at += option.length;
    this.#write("<li>");
    const label = option.trim().slice(1, -1);
    if (label !== "") this.#write(`<b>${new LatexReader(label, true).html}</b> `);
  }

  /** @returns True if there was something to skip. */
  #skip(pattern: RegExp, maxCount: number): boolean {
    const from = this.#at;
    for (let count = 0; count < maxCount; count++) {
      pattern.lastIndex = this.#at;
      this.#at += pattern.exec(this.#tex)?.[0].length ?? 0;
    }
    return this.#at > from;
  }

  #breakLine(): void {
    const isRow = this.#top.name === "tabular";
    this.#write(isRow ? "<tr><td>" : "<br>");
    if (isRow) Object.assign(this.#top, { cell: "<td>", row: this.#written.length });
  }

  #readSign(sign: string): void {
    const accent = readAccentedLetter(this.#tex, this.#at, sign);
    if (sign === "(" || sign === "[") this.#writeFormula(`\\${sign}`, sign === "(" ? "\\)" : "\\]", sign === "[");
    else if (accent) this.#writeAccent(accent);
    else if (sign === "&") {
      if (this.#tex.startsWith("amp;", this.#at)) this.#at += 4;
      this.#write("&amp;");
    } else if (/[%$#_{}]/.test(sign)) this.#write(sign);
    else if (/[\s,;:]/.test(sign)) this.#write(" ");
    else if (!/[!/@-]/.test(sign)) this.#write(`\\${sign}`);
  }
}

/** Returns a formula environment in a form that KaTeX supports. */
function wrapFormula(name: string, inside: string): string {
  const plain = name.replace("*", "");
  if (["equation", "displaymath", "math"].includes(plain)) return inside.trim();
  if (plain === "eqnarray") return `\\begin{array}{rcl}${inside}\\end{array}`;
  if (plain === "multline") return `\\begin{gathered}${inside}\\end{gathered}`;
  if (plain === "flalign") return `\\begin{align*}${inside}\\end{align*}`;
  return `\\begin{${name}}${inside}\\end{${name}}`;
}
