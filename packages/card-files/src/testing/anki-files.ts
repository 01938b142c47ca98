// Creates Anki packages in every version of the format, from the description of the format.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdCompressSync } from "node:zlib";
import { PbfWriter } from "pbf";
import { ZipFile } from "yazl";

export type SampleType = {
  id: number;
  name: string;
  fields: string[];
  templates: { name: string; front: string; back: string }[];
  hasGaps?: boolean;
  css?: string;
};
type SampleNote = { id: number; type: number; fields: string[]; tags?: string; guid?: string };
type SampleCard = { id: number; note: number; deck?: number; ord?: number } & Partial<
  Record<"type" | "queue" | "due" | "ivl" | "factor" | "reps" | "odue" | "odid" | "flags", number>
> & { data?: string };
type SampleReview = { id: number; card: number; ease: number; type: number; factor?: number; time?: number };

export type SampleCollection = {
  created?: number;
  conf?: Record<string, unknown>;
  types: SampleType[];
  decks?: Record<number, string>;
  notes: SampleNote[];
  cards: SampleCard[];
  reviews?: SampleReview[];
};

export const BASIC: SampleType = {
  id: 1,
  name: "Basic",
  fields: ["Front", "Back"],
  templates: [{ name: "Card 1", front: "{{Front}}", back: "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}" }],
};

const OTHER_TABLES = `
  create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null, usn integer not null,
    tags text not null, flds text not null, sfld integer not null, csum integer not null, flags integer not null, data text not null);
  create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null, mod integer not null,
    usn integer not null, type integer not null, queue integer not null, due integer not null, ivl integer not null,
    factor integer not null, reps integer not null, lapses integer not null, left integer not null, odue integer not null,
    odid integer not null, flags integer not null, data text not null);
  create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
    ivl integer not null, lastivl integer not null, factor integer not null, time integer not null, type integer not null);
  create table graves (usn integer not null, oid integer not null, type integer not null);
  create index ix_cards_nid on cards (nid);
  create index ix_revlog_cid on revlog (cid);`;

const COL = `create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
  ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
  models text not null, decks text not null, dconf text not null, tags text not null);`;

const MODERN = `
  create table notetypes (id integer not null primary key, name text not null collate unicase, mtime_secs integer not null,
    usn integer not null, config blob not null);
  create table fields (ntid integer not null, ord integer not null, name text not null collate unicase, config blob not null,
    primary key (ntid, ord)) without rowid;
  create table templates (ntid integer not null, ord integer not null, name text not null collate unicase,
    mtime_secs integer not null, usn integer not null, config blob not null, primary key (ntid, ord)) without rowid;
  create table decks (id integer primary key not null, name text not null collate unicase, mtime_secs integer not null,
    usn integer not null, common blob not null, kind blob not null);
  create table config (key text not null primary key, usn integer not null, mtime_secs integer not null, val blob not null)
    without rowid;
  create unique index idx_notetypes_name on notetypes (name);
  create unique index idx_fields_name_ntid on fields (name, ntid);
  create unique index idx_templates_name_ntid on templates (name, ntid);
  create unique index idx_decks_name on decks (name);`;

/** Returns the bytes of a collection in Anki's schema 11, or in 15 to 18 with tables for types and decks. */
export function createAnkiCollection(sample: SampleCollection, schema: 11 | 15 | 18 = 11): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), "anki-"));
  const file = path.join(folder, "collection");
  try {
    const database = new DatabaseSync(file);
    database.exec(COL + OTHER_TABLES);
    // `node:sqlite` has no such collation, so its name is written into the schema afterwards.
    if (schema > 11) database.exec(MODERN.replaceAll("unicase", "nocase"));
    database.exec("begin");
    insertRows(database, sample, schema);
    database.exec("commit");
    if (schema > 11) renameCollation(database);
    database.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function renameCollation(database: DatabaseSync): void {
  database.enableDefensive(false);
  database.exec("pragma writable_schema = on");
  database.exec("update sqlite_schema set sql = replace(sql, 'nocase', 'unicase')");
}

function insertRows(database: DatabaseSync, sample: SampleCollection, schema: number): void {
  const { created = 1_600_000_000, conf = {}, decks = { 1: "Default" }, types, notes, cards, reviews = [] } = sample;
  const json = (value: unknown) => (schema > 11 ? "" : JSON.stringify(value));
  database
    .prepare("insert into col values (1, ?, 0, 0, ?, 0, 0, 0, ?, ?, ?, '', '')")
    .run(created, schema, json(conf), json(formatOldTypes(types)), json(formatOldDecks(decks)));
  if (schema > 11) insertModernRows(database, types, decks, conf, schema);
  const note = database.prepare("insert into notes values (?, ?, ?, 0, -1, ?, ?, 0, 0, 0, '')");
  for (const { id, type, fields, tags = "", guid = `guid-${id}` } of notes) {
    note.run(id, guid, type, tags, fields.join("\x1f"));
  }
  const card = database.prepare("insert into cards values (?,?,?,?,0,-1,?,?,?,?,?,?,0,0,?,?,?,?)");
  for (const one of cards) {
    const {
      type = 0,
      queue = 0,
      due = 0,
      ivl = 0,
      factor = 0,
      reps = 0,
      odue = 0,
      odid = 0,
      flags = 0,
      data = "",
    } = one;
    const values = [type, queue, due, ivl, factor, reps, odue, odid, flags, data];
    card.run(one.id, one.note, one.deck ?? 1, one.ord ?? 0, ...values);
  }
  const review = database.prepare("insert into revlog values (?, ?, -1, ?, 1, 1, ?, ?, ?)");
  for (const { id, card, ease, factor = 2500, time = 4000, type } of reviews)
    review.run(id, card, ease, factor, time, type);
}

function formatOldTypes(types: readonly SampleType[]) {
  const models = types.map(({ id, name, fields, templates, hasGaps, css = "" }) => {
    const flds = fields.map((name, ord) => ({ name, ord }));
    const tmpls = templates.map(({ name, front, back }, ord) => ({ name, ord, qfmt: front, afmt: back }));
    return [id, { id, name, type: hasGaps ? 1 : 0, flds, tmpls, css }];
  });
  return Object.fromEntries(models);
}

function formatOldDecks(decks: Record<number, string>) {
  return Object.fromEntries(Object.entries(decks).map(([id, name]) => [id, { id: Number(id), name }]));
}

function insertModernRows(
  database: DatabaseSync,
  types: readonly SampleType[],
  decks: Record<number, string>,
  conf: Record<string, unknown>,
  schema: number,
): void {
  const type = database.prepare("insert into notetypes values (?, ?, 0, 0, ?)");
  const field = database.prepare("insert into fields values (?, ?, ?, x'')");
  const template = database.prepare("insert into templates values (?, ?, ?, 0, 0, ?)");
  for (const { id, name, fields, templates, hasGaps, css = "" } of types) {
    type.run(id, name, encodeMessage({ 1: hasGaps ? 1 : 0, 3: css }));
    for (const [ord, fieldName] of fields.entries()) field.run(id, ord, fieldName);
    for (const [ord, { name, front, back }] of templates.entries()) {
      template.run(id, ord, name, encodeMessage({ 1: front, 2: back }));
    }
  }
  const deck = database.prepare("insert into decks values (?, ?, 0, 0, x'', x'')");
  const separator = schema >= 18 ? "\x1f" : "::";
  for (const [id, name] of Object.entries(decks)) deck.run(Number(id), name.replaceAll("::", separator));
  const setting = database.prepare("insert into config values (?, 0, 0, ?)");
  for (const [key, value] of Object.entries(conf)) setting.run(key, Buffer.from(JSON.stringify(value)));
}

/** Encodes texts and numbers as a protobuf message. */
function encodeMessage(fields: Record<number, string | number>): Uint8Array {
  const writer = new PbfWriter();
  for (const [tag, value] of Object.entries(fields)) {
    if (typeof value === "string") writer.writeStringField(Number(tag), value);
    else writer.writeVarintField(Number(tag), value);
  }
  return writer.finish();
}

export type SampleMedia = Record<string, Uint8Array>;
export type Version = "anki2" | "anki21" | "anki21b";

/** Creates an `.apkg` of a version, with the stubs that newer versions contain for older programs. */
export function createAnkiPackage(version: Version, database: Uint8Array, media: SampleMedia = {}): Promise<Buffer> {
  const files: Record<string, Uint8Array> = {};
  const stub = createAnkiCollection({
    types: [BASIC],
    notes: [{ id: 1, type: 1, fields: ["Please update to the latest Anki version", ""] }],
    cards: [{ id: 1, note: 1 }],
  });
  const names = Object.keys(media);
  if (version === "anki21b") {
    files.meta = encodeMessage({ 1: 3 });
    files["collection.anki21b"] = zstdCompressSync(database);
    files["collection.anki2"] = stub;
    files.media = zstdCompressSync(encodeMediaEntries(media));
    for (const [index, name] of names.entries()) files[index] = zstdCompressSync(media[name] as Uint8Array);
  } else {
    files[`collection.${version}`] = database;
    if (version === "anki21") files["collection.anki2"] = stub;
    files.media = Buffer.from(JSON.stringify(Object.fromEntries(names.entries())));
    for (const [index, name] of names.entries()) files[index] = media[name] as Uint8Array;
  }
  return zipFiles(files);
}

function encodeMediaEntries(media: SampleMedia): Uint8Array {
  const writer = new PbfWriter();
  for (const [name, data] of Object.entries(media)) {
    writer.writeMessage(
      1,
      (entry: { name: string; size: number }, inner) => {
        inner.writeStringField(1, entry.name);
        inner.writeVarintField(2, entry.size);
      },
      { name, size: data.length },
    );
  }
  return writer.finish();
}

export async function zipFiles(files: Record<string, Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, data] of Object.entries(files)) zip.addBuffer(Buffer.from(data), name);
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}
