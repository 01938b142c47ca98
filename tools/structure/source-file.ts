import { posix } from "node:path";

/** A file of the project: its path from the root, with slashes, and what it says. */
export interface SourceFile {
  path: string;
  text: string;
}

export interface Violation {
  path: string;
  line: number;
  rule: string;
  /** What is wrong and, after a dash, where it belongs. */
  message: string;
  severity: "error" | "warning";
}

/** An import or a re-export. `target` is a path in the project, or undefined for what comes from elsewhere. */
export interface Import {
  specifier: string;
  target: string | undefined;
  line: number;
  isTypeOnly: boolean;
  isReExport: boolean;
  /** The imported names as exported by the other side; empty for namespaces, side effects and dynamic imports. */
  names: string[];
}

type SpanKind = "comment" | "string";

interface Span {
  kind: SpanKind;
  /** The content, without quotes; for comments with their marks. */
  start: number;
  end: number;
}

const BEFORE_A_REGEX = new Set([..."(,=:[!&|?{;+*%~^"]);

function startsRegex(text: string, slash: number): boolean {
  const before = text.slice(Math.max(0, slash - 20), slash).trimEnd();
  return before === "" || BEFORE_A_REGEX.has(before.at(-1) ?? "") || /\b(return|case|typeof)$/.test(before);
}

function endOfRegex(text: string, slash: number): number {
  let inClass = false;
  for (let at = slash + 1; at < text.length && text[at] !== "\n"; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "/" && !inClass) return at;
  }
  return slash;
}

function endOfQuoted(text: string, start: number, quote: string): number {
  let at = start;
  // A line break ends it too: an apostrophe in JSX text opens no string.
  while (at < text.length && text[at] !== quote && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** Comments, and the contents of strings, templates and regular expressions. */
function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  // One entry per open template: how many braces are open inside its current ${...}.
  const templates: number[] = [];
  let at = 0;

  const template = (start: number): number => {
    let end = start;
    while (end < text.length && text[end] !== "`" && !text.startsWith("${", end)) end += text[end] === "\\" ? 2 : 1;
    spans.push({ kind: "string", start, end });
    if (text[end] !== "$") return end + 1;
    templates.push(0);
    return end + 2;
  };

  while (at < text.length) {
    const character = text[at] ?? "";
    const depth = templates.at(-1);
    if (text.startsWith("//", at) || text.startsWith("/*", at)) {
      const isLine = text[at + 1] === "/";
      const found = isLine ? text.indexOf("\n", at) : text.indexOf("*/", at + 2);
      const end = found === -1 ? text.length : isLine ? found : found + 2;
      spans.push({ kind: "comment", start: at, end });
      at = end;
    } else if (character === '"' || character === "'") {
      const end = endOfQuoted(text, at + 1, character);
      spans.push({ kind: "string", start: at + 1, end });
      at = end + 1;
    } else if (character === "/" && startsRegex(text, at)) {
      const end = endOfRegex(text, at);
      if (end > at) spans.push({ kind: "string", start: at + 1, end });
      at = end + 1;
    } else if (character === "`") {
      at = template(at + 1);
    } else if (depth !== undefined && character === "}" && depth === 0) {
      templates.pop();
      at = template(at + 1);
    } else {
      if (depth !== undefined && character === "{") templates[templates.length - 1] = depth + 1;
      if (depth !== undefined && character === "}") templates[templates.length - 1] = depth - 1;
      at++;
    }
  }
  return spans;
}

function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of spans) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return result + text.slice(at);
}

/** The text with comments and the contents of strings blanked; positions and lines stay what they were. */
export function codeOf(text: string): string {
  return blank(text, spansOf(text));
}

/** The opposite of `codeOf`: only what stands inside strings and templates. */
export function stringsOf(text: string): string {
  const strings = spansOf(text).filter((span) => span.kind === "string");
  const gaps = strings.map((span, index) => ({ start: strings[index - 1]?.end ?? 0, end: span.start }));
  return blank(text, [...gaps, { start: strings.at(-1)?.end ?? 0, end: text.length }]);
}

export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < position; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

const WORKSPACE = /^(?:apps|packages)\/[^/]+\//;

/** Where an import leads inside the project; undefined for built-ins and packages from npm. */
export function resolveImport(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith(".")) return posix.join(posix.dirname(from), bare);
  if (bare.startsWith("#")) return `${WORKSPACE.exec(from)?.[0] ?? ""}src/${bare.slice(1)}`;
  const ours = /^@repasa\/([^/]+)\/(.+)$/.exec(bare);
  if (!ours) return undefined;
  const [, name = "", file = ""] = ours;
  return name === "server" || name === "web" ? `apps/${name}/src/${file}` : `packages/${name}/src/${file}`;
}

const STATIC = /(?<![.\w$])(import|export)\s+(type\s+)?([\w$*{},\s]*?)\s*\bfrom\s*(["'])/g;
const SIDE_EFFECT = /(?<![.\w$])import\s*(["'])/g;
const DYNAMIC = /(?<![.\w$])import\s*\(\s*(["'`])/g;

function namesOf(clause: string): string[] {
  const braced = /\{([^}]*)\}/.exec(clause)?.[1] ?? "";
  const names = braced.split(",").map((name) => name.trim().replace(/\s+as\s.*$/, ""));
  return names.filter((name) => name !== "");
}

function isTypeClause(keyword: string | undefined, clause: string): boolean {
  if (keyword) return true;
  const names = namesOf(clause);
  return /^\{/.test(clause) && names.length > 0 && names.every((name) => name.startsWith("type "));
}

/** Every import and re-export of a file, in any of their forms, in order. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const code = codeOf(text);
  const found: (Import & { position: number })[] = [];
  const add = (match: RegExpExecArray, quote: string, rest: Pick<Import, "isTypeOnly" | "isReExport" | "names">) => {
    const start = match.index + match[0].length;
    const specifier = text.slice(start, code.indexOf(quote, start));
    const target = resolveImport(path, specifier);
    found.push({ specifier, target, line: lineAt(text, start), position: start, ...rest });
  };
  for (const match of code.matchAll(STATIC)) {
    const [, keyword, type, clause = "", quote = ""] = match;
    const names = namesOf(clause).map((name) => name.replace(/^type\s+/, ""));
    add(match, quote, { isTypeOnly: isTypeClause(type, clause.trim()), isReExport: keyword === "export", names });
  }
  for (const pattern of [SIDE_EFFECT, DYNAMIC]) {
    for (const match of code.matchAll(pattern)) {
      add(match, match[1] ?? "", { isTypeOnly: false, isReExport: false, names: [] });
    }
  }
  return found.sort((a, b) => a.position - b.position).map(({ position: _position, ...one }) => one);
}
