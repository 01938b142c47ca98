// Converts pieces of LaTeX documents to HTML: prose with formulas in it, lists and tables. Anything unknown is left as source.

import type { LossKey } from "#losses.ts";
import {
  accented,
  BREAKS,
  DRAWINGS,
  FORMATS,
  HIDDEN_ARGUMENTS,
  LETTERS,
  LISTS,
  PARAGRAPHS,
  PLAIN,
  SOURCES,
  SWITCHES,
  WITHOUT_EFFECT,
} from "./latex-commands.ts";

/** Returns a formula as `<img data-tex>`. */
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
  const document = new LatexReader(tex, isInGap);
  if (!MATH.test(tex) && !TEXT_ONLY.test(tex) && /[\\^_]/.test(tex)) {
    const words = tex.replace(/\\(?:text|mbox|mathrm|operatorname)[a-z]{0,6}\s*\{[^{}]*\}/g, "");
    const isProse =
      MANY_WORDS.test(words) ||
      (SOME_WORDS.test(words) && !/(?<!\\)[\^_]/.test(words) && !document.losses.has("unsupportedLatex"));
    if (!isProse) return formulaToHtml(tex, !isInGap);
  }
  for (const loss of document.losses) onLoss(loss);
  return document.html;
}

const TOKEN =
  /\\begin\s*\{([a-zA-Z]{1,40}\*?)\}|\\end\s*\{([a-zA-Z]{1,40}\*?)\}|\\([a-zA-Z]+)\*?[ \t]*|\\\\\*?(?:[ \t]*\[[^\]\n]{0,20}\])?|\\([\s\S])|\$\$?|\ufdd0?\{\{c[\d,]{1,60}::|[{}]|&amp;|&nbsp;|[&~]|%[^\n]*\n?|\n[ \t]*\n\s*|---?|``|''/g;
const OPTION = /[ \t]*\[[^\][\n]{0,200}\]/y;
const ARGUMENT = /\s*\{[^{}]{0,200}\}/y;

const DEEPEST = 100;

/** `cell` and `row` are for tables: the opening tag of a cell, and the offset of the last row. */
type Frame = { readonly name: string; end: string; cell: string; row: number };

class LatexReader {
  readonly #tex: string;
  readonly #isInGap: boolean;
  readonly #written: string[] = [];
  readonly #open: Frame[] = [{ name: "", end: "", cell: "", row: 0 }];
  readonly #endless = new Set<string>();
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
      this.#token(match);
    }
    while (this.#open.length > 1) this.#close();
    this.html = this.#written.join("") + this.#top.end;
  }

  get #top(): Frame {
    return this.#open.at(-1) as Frame;
  }

  #write(html: string): void {
    if (html !== "") this.#written.push(html);
  }

  #token([token, begins, ends, command, sign]: RegExpExecArray): void {
    if (begins !== undefined) this.#begin(token, begins);
    else if (ends !== undefined) this.#end(ends);
    else if (command !== undefined) this.#command(token, command);
    else if (token.startsWith("\\\\")) this.#breakLine();
    else if (sign !== undefined) this.#sign(sign);
    else if (token.startsWith("$")) this.#formula(token, token, token === "$$");
    else if (token.endsWith("::")) this.#push(token, "gap", "}}");
    else if (token === "{") this.#push("", "group", "");
    else if (token === "}") this.#brace();
    else if (token === "&amp;" || token === "&") this.#write(this.#top.name === "tabular" ? this.#top.cell : token);
    else if (token.startsWith("\n")) this.#write("<br><br>");
    else this.#write(LETTERS.get(token) ?? "");
  }

  #push(html: string, name: string, end: string): void {
    this.#write(html);
    // Nobody writes groups this deep, and searching for each end takes time in proportion to the depth.
    if (this.#open.length === DEEPEST) this.#write(end);
    else this.#open.push({ name, end, cell: "<th>", row: this.#written.length });
  }

  #close(): void {
    const { name, end, row } = this.#open.pop() as Frame;
    if (name === "tabular" && this.#isBlankSince(row)) this.#written.length = row - 1;
    this.#write(end);
  }

  #isBlankSince(row: number): boolean {
    for (let at = row; at < this.#written.length; at++) if (this.#written[at]?.trim() !== "") return false;
    return true;
  }

  #brace(): void {
    const { name } = this.#top;
    if (name === "gap" && this.#tex[this.#at] === "}") {
      this.#at++;
      this.#close();
    } else if (name === "group" || name === "kept") this.#close();
    else this.#write("}");
  }

  #begin(token: string, name: string): void {
    const plain = name.replace("*", "");
    const list = LISTS.get(plain);
    if (IS_FORMULA.test(name)) this.#environment(token, name);
    else if (SOURCES.has(plain) || DRAWINGS.has(plain)) this.#source(token, name);
    else if (list) {
      this.#skip(OPTION, 1);
      this.#push(list[0], name, list[1]);
    } else if (/^(?:tabular[xy]?|longtable)$/.test(plain)) {
      this.#skip(OPTION, 1);
      this.#skip(ARGUMENT, plain === "tabular" || plain === "longtable" ? 1 : 2);
      this.#write("<table>");
      this.#push("<tr><th>", "tabular", "</table>");
    } else {
      if (!PLAIN.has(plain) && !/^quot/.test(plain)) this.losses.add("unsupportedLatex");
      this.#skip(OPTION, 1);
      if (plain === "minipage" || plain === "spacing") this.#skip(ARGUMENT, 1);
      const tag = /^quot/.test(plain) ? "blockquote" : "div";
      this.#push(`<${tag}>`, name, `</${tag}>`);
    }
  }

  #end(written: string): void {
    const name = /^(?:tabular[xy]?\*?|longtable\*?)$/.test(written) ? "tabular" : written;
    const at = this.#open.findLastIndex((frame, index) => index > 0 && frame.name === name);
    while (at > 0 && this.#open.length > at) this.#close();
  }

  /** Returns the text before `end` and moves past it; null if there is no such end. */
  #upTo(end: string): string | null {
    const at = this.#endless.has(end) ? -1 : this.#tex.indexOf(end, this.#at);
    if (at < 0) this.#endless.add(end);
    if (at < 0) return null;
    const inside = this.#tex.slice(this.#at, at);
    this.#at = at + end.length;
    return inside;
  }

  #formula(token: string, end: string, isBlock: boolean): void {
    const inside = this.#upTo(end);
    if (inside === null) this.#write(token);
    else if (inside.trim() !== "") this.#write(formulaToHtml(inside, isBlock && !this.#isInGapNow()));
  }

  #isInGapNow(): boolean {
    return this.#isInGap || this.#open.some(({ name }) => name === "gap");
  }

  #environment(token: string, name: string): void {
    const inside = this.#upTo(`\\end{${name}}`);
    if (inside === null) this.#keep(token);
    else this.#write(formulaToHtml(wrapFormula(name, inside), name !== "math" && !this.#isInGapNow()));
  }

  #source(token: string, name: string): void {
    const inside = this.#upTo(`\\end{${name}}`);
    if (DRAWINGS.has(name) || inside === null) this.losses.add("unsupportedLatex");
    this.#write(inside === null ? token : `<pre>${inside.replace(/^\s*\n/, "").trimEnd()}</pre>`);
  }

  #command(token: string, name: string): void {
    const format = FORMATS.get(name);
    const change = SWITCHES.get(name);
    const silent = HIDDEN_ARGUMENTS.get(name);
    const accent = accented(this.#tex, this.#at, name);
    const letter = LETTERS.get(name);
    if (name === "item") this.#item();
    else if (format && this.#skip(/\s*\{/y, 1)) this.#push(format[0], "group", format[1]);
    else if (change) this.#switch(...change);
    else if (BREAKS.has(name)) this.#breakLine();
    else if (PARAGRAPHS.has(name)) this.#write("<br><br>");
    else if (silent !== undefined) this.#silence(name, silent);
    else if (accent) this.#accent(accent);
    else if (letter !== undefined) this.#write(/\p{L}\s$/u.test(letter + token.at(-1)) ? `${letter} ` : letter);
    else if (!WITHOUT_EFFECT.has(name) && !format) this.#keep(token);
  }

  #silence(name: string, most: number): void {
    this.#skip(OPTION, 1);
    this.#skip(ARGUMENT, most);
    if (name.includes("color")) this.losses.add("colours");
  }

  #accent({ letter, end }: { letter: string; end: number }): void {
    this.#write(letter);
    this.#at = end;
  }

  /** Leaves a command as source, with the braces of its arguments. */
  #keep(token: string): void {
    this.losses.add("unsupportedLatex");
    this.#write(token);
    if (this.#tex[this.#at] !== "{") return;
    this.#at++;
    this.#push("{", "kept", "}");
  }

  #switch(begin: string, end: string): void {
    this.#write(begin);
    this.#top.end = end + this.#top.end;
  }

  #item(): void {
    OPTION.lastIndex = this.#at;
    const option = OPTION.exec(this.#tex)?.[0] ?? "";
    this.#at += option.length;
    this.#write("<li>");
    const label = option.trim().slice(1, -1);
    if (label !== "") this.#write(`<b>${new LatexReader(label, true).html}</b> `);
  }

  /** @returns True if there was something to skip. */
  #skip(pattern: RegExp, most: number): boolean {
    const from = this.#at;
    for (let count = 0; count < most; count++) {
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

  #sign(sign: string): void {
    const accent = accented(this.#tex, this.#at, sign);
    if (sign === "(" || sign === "[") this.#formula(`\\${sign}`, sign === "(" ? "\\)" : "\\]", sign === "[");
    else if (accent) this.#accent(accent);
    else if (sign === "&") {
      if (this.#tex.startsWith("amp;", this.#at)) this.#at += 4;
      this.#write("&amp;");
    } else if (/[%$#_{}]/.test(sign)) this.#write(sign);
    else if (/[\s,;:]/.test(sign)) this.#write(" ");
    else if (!/[!/@-]/.test(sign)) this.#write(`\\${sign}`);
  }
}

/** Returns an environment under the name that KaTeX knows, in a formula of its own. */
function wrapFormula(name: string, inside: string): string {
  const plain = name.replace("*", "");
  if (["equation", "displaymath", "math"].includes(plain)) return inside.trim();
  if (plain === "eqnarray") return `\\begin{array}{rcl}${inside}\\end{array}`;
  if (plain === "multline") return `\\begin{gathered}${inside}\\end{gathered}`;
  if (plain === "flalign") return `\\begin{align*}${inside}\\end{align*}`;
  return `\\begin{${name}}${inside}\\end{${name}}`;
}
