// Reads the database of Anki. Its source is not trusted, so it is opened read-only, and only its tables are read.

import { DatabaseSync } from "node:sqlite";
import { UnreadableFile } from "#unreadable-file.ts";
import {
  type NoteType,
  parseJson,
  type Row,
  readModernTypes,
  readOldDecks,
  readOldTypes,
  toNumber,
  toText,
} from "./note-types.ts";

export interface Note {
  readonly guid: string;
  readonly typeId: number;
  readonly tags: string;
  readonly fields: readonly string[];
}

/** A row of Anki's table `cards`, with the names of its columns. */
export interface CardRow {
  readonly id: number;
  readonly nid: number;
  readonly did: number;
  readonly ord: number;
  readonly type: number;
  readonly queue: number;
  readonly due: number;
  readonly ivl: number;
  readonly factor: number;
  readonly reps: number;
  readonly odue: number;
  readonly odid: number;
  readonly flags: number;
  readonly data: string;
}

export interface LogRow {
  readonly id: number;
  readonly ease: number;
  readonly factor: number;
  readonly time: number;
  readonly type: number;
}

export interface Collection {
  readonly types: ReadonlyMap<number, NoteType>;
  /** Names with `::` between their parts. */
  readonly decks: ReadonlyMap<number, string>;
  /** In seconds since 1970. */
  readonly createdAt: number;
  /** The zone in which it was created, in minutes west of Greenwich; null in old collections. */
  readonly minutesWest: number | null;
  /** The hour at which its days begin. */
  readonly rollover: number;
  /** The cards of a note follow each other; new cards come in the order in which they are to be learned. */
  cards(): Iterable<CardRow>;
  note(id: number): Note | null;
  /** A card's reviews, oldest first. */
  log(cardId: number): LogRow[];
  close(): void;
}

/** In bytes. No card can show a longer note, and no real collection has longer settings. */
const MAX_NOTE_BYTES = 2_000_000;
const MAX_SETTINGS_BYTES = 16_000_000;
/** In bytes: SQLite refuses rows with a larger value, which no real collection has. */
const MAX_VALUE_BYTES = 16_000_000;
/** In seconds since 1970: in 2096. */
const MAX_CREATED_AT = 4_000_000_000;

/** Returns whether a database is Mnemosyne's rather than Anki's. */
export function isMnemosyne(path: string): boolean {
  return refuseDamage(() => {
    const database = new DatabaseSync(path, { readOnly: true, allowExtension: false, defensive: true });
    try {
      const tables =
        "SELECT count(*) AS found FROM sqlite_schema WHERE type = 'table' AND name IN ('fact_views', 'card_types')";
      return toNumber(database.prepare(tables).get()?.found as Row[string]) === 2;
    } finally {
      database.close();
    }
  });
}

/**
 * Opens a collection of Anki, which is closed with the result.
 *
 * @param path The path of a copy, whose schema is changed so that it can be read.
 * @throws UnreadableFile `damaged` if it cannot be read as one.
 */
export function openCollection(path: string): Collection {
  refuseDamage(() => replaceCollation(path));
  const limits = { length: MAX_VALUE_BYTES };
  const database = refuseDamage(
    () => new DatabaseSync(path, { readOnly: true, allowExtension: false, defensive: true, limits }),
  );
  try {
    return refuseDamage(() => readCollection(database));
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Replaces Anki's own collation, which orders names since schema 15. Without it SQLite opens no table with an index by name. Any
 * other collation will do, because nothing is looked up by name here.
 */
function replaceCollation(path: string): void {
  const database = new DatabaseSync(path, { allowExtension: false, defensive: false });
  try {
    database.exec("pragma trusted_schema = off; pragma journal_mode = off");
    const foreign = database.prepare("select 1 from sqlite_master where sql like '%unicase%' limit 1").get();
    if (!foreign) return;
    database.exec("pragma writable_schema = on; update sqlite_schema set sql = replace(sql, 'unicase', 'nocase')");
  } finally {
    database.close();
  }
}

/** Turns the errors that SQLite throws on a damaged file into a refusal. */
function refuseDamage<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw toRefusal(error);
  }
}

function toRefusal(error: unknown): unknown | UnreadableFile {
  const code = String((error as NodeJS.ErrnoException)?.code ?? "");
  const isFromSqlite = code.startsWith("ERR_SQLITE") || code === "ERR_OUT_OF_RANGE" || error instanceof SyntaxError;
  return isFromSqlite ? new UnreadableFile("damaged") : error;
}

function readCollection(database: DatabaseSync): Collection {
  database.exec("pragma trusted_schema = off; pragma mmap_size = 0; pragma cache_size = -8000; pragma temp_store = 1");
  const tables = listTables(database);
  for (const name of ["col", "notes", "cards"]) if (!tables.has(name)) throw new UnreadableFile("damaged");
  const col = readSettings(database);
  const isModern = tables.has("notetypes");
  const conf = tables.has("config") ? readConfig(database) : parseJson(col.conf);
  prepareLog(database, tables.has("revlog"));
  const noteById = database.prepare(
    `select guid, mid, tags, case when octet_length(flds) <= ${MAX_NOTE_BYTES} then flds end as flds from notes where id = ?`,
  );
  const logByCard = database.prepare("select id, ease, factor, time, type from temp.log where cid = ? order by id");
  // A number beyond 2^53 makes only its row unreadable, not the file.
  logByCard.setReadBigInts(true);
  return {
    types: isModern ? readModernTypes(database) : readOldTypes(parseJson(col.models)),
    decks: tables.has("decks") ? readModernDecks(database) : readOldDecks(parseJson(col.decks)),
    createdAt: Math.min(Math.max(0, toNumber(col.crt)), MAX_CREATED_AT),
    minutesWest: isOffset(conf.creationOffset) ? conf.creationOffset : null,
    rollover: typeof conf.rollover === "number" && conf.rollover >= 0 && conf.rollover < 24 ? conf.rollover : 4,
    cards: () => iterateCards(database),
    note: (id) => refuseDamage(() => parseNote(noteById.get(id) as Row | undefined)),
    log: (id) => refuseDamage(() => logByCard.all(id).map(parseLogRow)),
    close: () => database.close(),
  };
}

function isOffset(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= 24 * 60;
}

/** Lists the tables. Views and virtual tables run code and are left out; a table with computed columns is refused. */
function listTables(database: DatabaseSync): Set<string> {
  const rows = database.prepare("select name, sql from sqlite_master where type = 'table'").all() as Row[];
  const plain = rows.filter(({ sql }) => !/^\s*create\s+virtual/i.test(toText(sql)));
  const names = new Set(plain.map(({ name }) => toText(name)));
  for (const name of ["col", "notes", "cards", "revlog", "notetypes", "fields", "templates", "decks", "config"]) {
    if (!names.has(name)) continue;
    const columns = database.prepare(`select hidden from pragma_table_xinfo('${name}')`).all() as Row[];
    if (columns.some(({ hidden }) => toNumber(hidden) !== 0)) throw new UnreadableFile("damaged");
  }
  return names;
}

function readSettings(database: DatabaseSync): Row {
  const row = database
    .prepare(
      "select crt, octet_length(models) + octet_length(decks) + octet_length(conf) as bytes, models, decks, conf from col limit 1",
    )
    .get() as Row | undefined;
  if (!row || toNumber(row.bytes) > MAX_SETTINGS_BYTES) throw new UnreadableFile("damaged");
  return row;
}

function readConfig(database: DatabaseSync): Record<string, unknown> {
  const rows = database.prepare("select key, val from config where octet_length(val) <= 100").all() as Row[];
  const wanted = rows.filter(({ key }) => key === "rollover" || key === "creationOffset");
  return Object.fromEntries(wanted.map(({ key, val }) => [toText(key), JSON.parse(toText(val))]));
}

/** Copies the log to a temporary table, because the collection may have no index by card. */
function prepareLog(database: DatabaseSync, hasLog: boolean): void {
  database.exec("create temp table log (cid, id, ease, factor, time, type, primary key (cid, id)) without rowid");
  if (!hasLog) return;
  database.exec(
    "insert or ignore into temp.log select cid, id, ease, factor, time, type from main.revlog where cid is not null and id is not null order by cid, id",
  );
}

function* iterateCards(database: DatabaseSync): Iterable<CardRow> {
  const statement = refuseDamage(() =>
    database.prepare(
      `select id, nid, did, ord, type, queue, due, ivl, factor, reps, odue, odid, flags,
        case when octet_length(data) <= 2000 then data end as data
      from (
        select *, min(case when type = 0 then case when odid <> 0 then odue else due end end) over (partition by nid) as place
        from main.cards
      )
      order by place is null, place, nid, ord, id`,
    ),
  );
  statement.setReadBigInts(true);
  const rows = refuseDamage(() => statement.iterate());
  for (;;) {
    const { done, value } = refuseDamage(() => rows.next());
    if (done) return;
    yield parseCard(value as Row);
  }
}

function parseCard(row: Row): CardRow {
  return {
    id: toNumber(row.id),
    nid: toNumber(row.nid),
    did: toNumber(row.did),
    ord: toNumber(row.ord),
    type: toNumber(row.type),
    queue: toNumber(row.queue),
    due: toNumber(row.due),
    ivl: toNumber(row.ivl),
    factor: toNumber(row.factor),
    reps: toNumber(row.reps),
    odue: toNumber(row.odue),
    odid: toNumber(row.odid),
    flags: toNumber(row.flags),
    data: toText(row.data),
  };
}

function parseLogRow({ id, ease, factor, time, type }: Row): LogRow {
  return {
    id: toNumber(id),
    ease: toNumber(ease),
    factor: toNumber(factor),
    time: toNumber(time),
    type: toNumber(type),
  };
}

function parseNote(row: Row | undefined): Note | null {
  if (!row) return null;
  const { guid, mid, tags, flds } = row;
  return {
    guid: toText(guid),
    typeId: toNumber(mid),
    tags: toText(tags),
    fields: toText(flds).split("\x1f"),
  };
}

function readModernDecks(database: DatabaseSync): Map<number, string> {
  const rows = database.prepare("select id, name, kind from decks").all() as Row[];
  return new Map(rows.map(({ id, name }) => [toNumber(id), toText(name).replaceAll("\x1f", "::")]));
}
