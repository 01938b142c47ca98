// Reads the directives of a table: lines before its first row that describe it, as `#separator:tab` (Anki) or `sep=;`
// (spreadsheets).
import { parseSeparatorName } from "./separators.ts";

/** Values are null if no directive states them. */
export interface Directives {
  readonly separator: string | null;
  readonly isHtml: boolean;
  /** The names of the columns, with separators between them. */
  readonly columns: string | null;
  /** Columns are counted from 0. */
  readonly tagsColumn: number | null;
  readonly deckColumn: number | null;
  readonly noteTypeColumn: number | null;
  readonly guidColumn: number | null;
  /** The value for all rows. */
  readonly deck: string | null;
  readonly noteType: string | null;
  readonly tags: string | null;
}

const LINE = /^#([a-z ]+):([^\r\n]*)(?:\r\n|\n|\r|$)/i;
const SEPARATOR_LINE = /^"?sep=([^\r\n"])"?[^\r\n]*(?:\r\n|\n|\r|$)/i;

/**
 * Reads the lines with which tables of Anki begin, such as `#deck:Química`, and Excel's `sep=;`.
 *
 * @returns the directives, and the text after them.
 */
export function readDirectives(text: string): { directives: Directives; body: string } {
  const values = new Map<string, string>();
  let body = text.replace(/^\ufeff/, "");
  const sep = SEPARATOR_LINE.exec(body);
  if (sep) body = body.slice(sep[0].length);
  for (let line = LINE.exec(body); line && KEYS.has(getKey(line)); line = LINE.exec(body)) {
    values.set(getKey(line), line[2] as string);
    body = body.slice(line[0].length);
  }
  const separator = values.get("separator");
  const column = (key: string) => {
    const number = Number(values.get(`${key} column`));
    return Number.isInteger(number) && number >= 1 && number <= 1000 ? number - 1 : null;
  };
  const directives = {
    separator: sep?.[1] ?? (separator === undefined ? null : parseSeparatorName(separator)),
    isHtml: values.get("html")?.trim().toLowerCase() === "true",
    columns: values.get("columns") ?? null,
    tagsColumn: column("tags"),
    deckColumn: column("deck"),
    noteTypeColumn: column("notetype"),
    guidColumn: column("guid"),
    deck: values.get("deck") ?? null,
    noteType: values.get("notetype") ?? null,
    tags: values.get("tags") ?? null,
  };
  return { directives: { ...directives, separator: directives.separator === "" ? null : directives.separator }, body };
}

const KEYS = new Set(
  [
    "separator",
    "html",
    "columns",
    "tags",
    "tags column",
    "deck",
    "deck column",
    "notetype",
    "notetype column",
    "guid column",
  ].concat("if matches"),
);

function getKey(line: RegExpExecArray): string {
  return (line[1] as string).trim().toLowerCase();
}

/** The directives of a table without header lines. */
export const NO_DIRECTIVES: Directives = readDirectives("").directives;
