// Anki's database. It comes from anybody: it is opened read-only, and only its tables are read.

import { DatabaseSync } from "node:sqlite";
import { UnreadableFile } from "#unreadable-file.ts";
import { modernTypes, type NoteType, numberOf, oldDecks, oldTypes, parsed, type Row, textOf } from "./note-types.ts";

export interface Note {
  readonly guid: string;
  readonly typeId: number;
  readonly tags: string;
  readonly fields: readonly string[];
}

/** As Anki's documentation names them, except that all are numbers. */
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
  /** Where it was created, in minutes west of Greenwich; null in old collections. */
  readonly minutesWest: number | null;
  /** At which hour its days begin. */
  readonly rollover: number;
  /** Those of a note one after another; new ones in the order in which they are to be learned. */
  cards(): Iterable<CardRow>;
  note(id: number): Note | null;
  /** A card's reviews, oldest first. */
  log(cardId: number): LogRow[];
  close(): void;
}

/** In bytes. Beyond this a note cannot be shown, and an attribute of the collection is no collection's. */
const LONGEST_NOTE = 2_000_000;
const LONGEST_SETTING = 16_000_000;
/** No row is read that holds a larger value: it is no collection's. */
const LONGEST_VALUE = 16_000_000;
/** In seconds since 1970: in 2096. */
const LAST_CREATION = 4_000_000_000;

/** @param path Of a copy, whose schema is changed so that it can be read. */
export function openCollection(path: string): Collection {
  guarded(() => replaceCollation(path));
  const limits = { length: LONGEST_VALUE };
  const database = guarded(
    () => new DatabaseSync(path, { readOnly: true, allowExtension: false, defensive: true, limits }),
  );
  try {
    return guarded(() => readCollection(database));
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Since schema 15 names are ordered by a collation of Anki's own, without which SQLite opens no table that has an index by
 * name. Nothing is looked up by name here, so that any other does.
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

/** What SQLite says of a damaged file, as a sentence for people. */
function guarded<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw asUnreadable(error);
  }
}

function asUnreadable(error: unknown): unknown | UnreadableFile {
  const code = String((error as NodeJS.ErrnoException)?.code ?? "");
  const isTheirs = code.startsWith("ERR_SQLITE") || code === "ERR_OUT_OF_RANGE" || error instanceof SyntaxError;
  return isTheirs ? new UnreadableFile("damaged") : error;
}

function readCollection(database: DatabaseSync): Collection {
  database.exec("pragma trusted_schema = off; pragma mmap_size = 0; pragma cache_size = -8000; pragma temp_store = 1");
  const tables = tablesOf(database);
  for (const name of ["col", "notes", "cards"]) if (!tables.has(name)) throw new UnreadableFile("damaged");
  const col = settingsOf(database);
  const isModern = tables.has("notetypes");
  const conf = tables.has("config") ? configOf(database) : parsed(col.conf);
  prepareLog(database, tables.has("revlog"));
  const noteById = database.prepare(
    `select guid, mid, tags, case when octet_length(flds) <= ${LONGEST_NOTE} then flds end as flds from notes where id = ?`,
  );
  const logByCard = database.prepare("select id, ease, factor, time, type from temp.log where cid = ? order by id");
  // A number beyond 2^53 is one row's fault, and not the file's.
  logByCard.setReadBigInts(true);
  return {
    types: isModern ? modernTypes(database) : oldTypes(parsed(col.models)),
    decks: tables.has("decks") ? modernDecks(database) : oldDecks(parsed(col.decks)),
    createdAt: Math.min(Math.max(0, numberOf(col.crt)), LAST_CREATION),
    minutesWest: isOffset(conf.creationOffset) ? conf.creationOffset : null,
    rollover: typeof conf.rollover === "number" && conf.rollover >= 0 && conf.rollover < 24 ? conf.rollover : 4,
    cards: () => cardsOf(database),
    note: (id) => guarded(() => noteOf(noteById.get(id) as Row | undefined)),
    log: (id) => guarded(() => logByCard.all(id).map(logOf)),
    close: () => database.close(),
  };
}

function isOffset(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= 24 * 60;
}

/** Views and virtual tables run code, and so may computed columns. */
function tablesOf(database: DatabaseSync): Set<string> {
  const rows = database.prepare("select name, sql from sqlite_master where type = 'table'").all() as Row[];
  const plain = rows.filter(({ sql }) => !/^\s*create\s+virtual/i.test(textOf(sql)));
  const names = new Set(plain.map(({ name }) => textOf(name)));
  for (const name of ["col", "notes", "cards", "revlog", "notetypes", "fields", "templates", "decks", "config"]) {
    if (!names.has(name)) continue;
    const columns = database.prepare(`select hidden from pragma_table_xinfo('${name}')`).all() as Row[];
    if (columns.some(({ hidden }) => numberOf(hidden) !== 0)) throw new UnreadableFile("damaged");
  }
  return names;
}

function settingsOf(database: DatabaseSync): Row {
  const row = database
    .prepare(
      "select crt, octet_length(models) + octet_length(decks) + octet_length(conf) as bytes, models, decks, conf from col limit 1",
    )
    .get() as Row | undefined;
  if (!row || numberOf(row.bytes) > LONGEST_SETTING) throw new UnreadableFile("damaged");
  return row;
}

function configOf(database: DatabaseSync): Record<string, unknown> {
  const rows = database.prepare("select key, val from config where octet_length(val) <= 100").all() as Row[];
  const wanted = rows.filter(({ key }) => key === "rollover" || key === "creationOffset");
  return Object.fromEntries(wanted.map(({ key, val }) => [textOf(key), JSON.parse(textOf(val))]));
}

/** A table of our own, in a file that SQLite removes: theirs may have no index by card. */
function prepareLog(database: DatabaseSync, hasLog: boolean): void {
  database.exec("create temp table log (cid, id, ease, factor, time, type, primary key (cid, id)) without rowid");
  if (!hasLog) return;
  database.exec(
    "insert or ignore into temp.log select cid, id, ease, factor, time, type from main.revlog where cid is not null and id is not null order by cid, id",
  );
}

function* cardsOf(database: DatabaseSync): Iterable<CardRow> {
  const statement = guarded(() =>
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
  const rows = guarded(() => statement.iterate());
  for (;;) {
    const { done, value } = guarded(() => rows.next());
    if (done) return;
    yield cardOf(value as Row);
  }
}

function cardOf(row: Row): CardRow {
  return {
    ...{ id: numberOf(row.id), nid: numberOf(row.nid), did: numberOf(row.did), ord: numberOf(row.ord) },
    ...{ type: numberOf(row.type), queue: numberOf(row.queue), due: numberOf(row.due), ivl: numberOf(row.ivl) },
    ...{ factor: numberOf(row.factor), reps: numberOf(row.reps), odue: numberOf(row.odue), odid: numberOf(row.odid) },
    flags: numberOf(row.flags),
    data: textOf(row.data),
  };
}

function logOf({ id, ease, factor, time, type }: Row): LogRow {
  return {
    id: numberOf(id),
    ease: numberOf(ease),
    factor: numberOf(factor),
    time: numberOf(time),
    type: numberOf(type),
  };
}

function noteOf(row: Row | undefined): Note | null {
  if (!row) return null;
  const { guid, mid, tags, flds } = row;
  return { guid: textOf(guid), typeId: numberOf(mid), tags: textOf(tags), fields: textOf(flds).split("\x1f") };
}

function modernDecks(database: DatabaseSync): Map<number, string> {
  const rows = database.prepare("select id, name, kind from decks").all() as Row[];
  return new Map(rows.map(({ id, name }) => [numberOf(id), textOf(name).replaceAll("\x1f", "::")]));
}
