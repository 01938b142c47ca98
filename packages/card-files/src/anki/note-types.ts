// Reads the note types and decks of a collection, from JSON or from tables.

import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { PbfReader } from "pbf";
import { readStyledClasses } from "#html/styles.ts";
import type { LossKey } from "#losses.ts";
import { UnreadableFile } from "#unreadable-file.ts";
import { parseTemplate, type Template } from "./templates.ts";

export interface NoteType {
  readonly name: string;
  readonly fields: readonly string[];
  readonly templates: ReadonlyMap<number, { readonly name: string; readonly front: Template; readonly back: Template }>;
  readonly hasGaps: boolean;
  /** The losses that the classes in the style sheet cause, by class. */
  readonly classes: ReadonlyMap<string, LossKey>;
  readonly isOcclusion: boolean;
}

export type Row = Record<string, SQLOutputValue>;

/** Returns a column as a number; 0 for anything else, because any program may have written the file. */
export function toNumber(value: SQLOutputValue | undefined): number {
  const number = typeof value === "number" ? value : Number(toText(value));
  return Number.isFinite(number) ? number : 0;
}

/** Returns a column, or bytes in UTF-8, as a text that PostgreSQL can store: well-formed and without zero bytes. */
export function toText(value: SQLOutputValue | undefined): string {
  if (value === null || value === undefined) return "";
  const text = value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : String(value);
  return text.toWellFormed().replaceAll("\0", "");
}

type Json = Record<string, unknown>;

/**
 * Parses the JSON of a column; an empty column and any value but an object are an empty object.
 *
 * @throws SyntaxError if the text is no JSON.
 */
export function parseJson(value: SQLOutputValue | undefined): Json {
  const text = toText(value);
  const json: unknown = text === "" ? {} : JSON.parse(text);
  return typeof json === "object" && json !== null ? (json as Json) : {};
}

function toList(value: unknown): Json[] {
  const list = Array.isArray(value) ? value : [];
  return list.filter((one): one is Json => typeof one === "object" && one !== null);
}

const toName = (value: unknown) => (typeof value === "string" ? value : "");

/** Reads note types up to schema 14, by id: JSON in one row. */
export function readOldTypes(models: Json): Map<number, NoteType> {
  const types = Object.entries(models).map(([id, model]): [number, NoteType] => {
    const { name, flds, tmpls, type, css, originalStockKind } = (model ?? {}) as Json;
    const fields = toList(flds).toSorted((a, b) => Number(a.ord) - Number(b.ord));
    const templates = toList(tmpls).map((template, index) => {
      const ord = Number(template.ord ?? index);
      return { ord, name: toName(template.name), front: toName(template.qfmt), back: toName(template.afmt) };
    });
    const names = fields.map((field) => toName(field.name));
    return [
      Number(id),
      createNoteType(toName(name), names, templates, type === 1, toName(css), originalStockKind === 6),
    ];
  });
  return new Map(types);
}

type Source = { ord: number; name: string; front: string; back: string };

function createNoteType(
  name: string,
  fields: string[],
  templates: Source[],
  hasGaps: boolean,
  css: string,
  isStockOcclusion: boolean,
): NoteType {
  const parsedTemplates = templates.map(({ ord, name, front, back }) => {
    return [ord, { name, front: parseTemplate(front), back: parseTemplate(back) }] as const;
  });
  const isAddOn =
    /^image occlusion/i.test(name) || (fields.includes("Question Mask") && fields.includes("Answer Mask"));
  return {
    name,
    fields,
    templates: new Map(parsedTemplates),
    hasGaps,
    classes: readStyledClasses(css),
    isOcclusion: isStockOcclusion || isAddOn,
  };
}

/** Reads the names of decks up to schema 14, by id: JSON in one row. Levels of a name are separated by `::`. */
export function readOldDecks(decks: Json): Map<number, string> {
  return new Map(Object.entries(decks).map(([id, deck]) => [Number(id), toName((deck as Json | null)?.name)]));
}

/** Reads note types since schema 15: tables with settings in protobuf. */
export function readModernTypes(database: DatabaseSync): Map<number, NoteType> {
  const all = (sql: string) => database.prepare(sql).all() as Row[];
  const fields = Map.groupBy(all("select ntid, ord, name, config from fields"), ({ ntid }) => toNumber(ntid));
  const templates = Map.groupBy(all("select ntid, ord, name, config from templates"), ({ ntid }) => toNumber(ntid));
  const types = all("select id, name, config from notetypes").map((row): [number, NoteType] => {
    const id = toNumber(row.id);
    const names = (fields.get(id) ?? []).toSorted(compareByOrd).map(({ name }) => toText(name));
    const sources = (templates.get(id) ?? []).map(({ ord, name, config }) => {
      const texts = parseMessage(config);
      return { ord: toNumber(ord), name: toText(name), front: texts.text(1), back: texts.text(2) };
    });
    const config = parseMessage(row.config);
    return [
      id,
      createNoteType(toText(row.name), names, sources, config.number(1) === 1, config.text(3), config.number(9) === 6),
    ];
  });
  return new Map(types);
}

function compareByOrd(a: Row, b: Row): number {
  return toNumber(a.ord) - toNumber(b.ord);
}

/** Returns the texts and numbers of a protobuf message, by field number. */
function parseMessage(value: SQLOutputValue | undefined) {
  const texts = new Map<number, string>();
  const numbers = new Map<number, number>();
  try {
    if (value instanceof Uint8Array) {
      new PbfReader(value).readFields((tag, _result, pbf) => {
        if (pbf.type === 2) texts.set(tag, pbf.readString());
        else if (pbf.type === 0) numbers.set(tag, pbf.readVarint());
      }, null);
    }
  } catch {
    throw new UnreadableFile("damaged");
  }
  return { text: (tag: number) => texts.get(tag) ?? "", number: (tag: number) => numbers.get(tag) ?? 0 };
}
