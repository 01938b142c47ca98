import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { type CardRecord, parseCardRecords } from "#repasa/card-record.ts";
import {
  createCardRow,
  createNote,
  createRevlogRows,
  getTemplateNumber,
  groupIntoNotes,
  type LearnerFigures,
  toDeckName,
} from "./notes.ts";
import { COLLECTION, type CollectionTime, createCollectionRow, INDEXES, TABLES, WHOLE_JSON } from "./schema.ts";

export type AnkiTask = {
  /** The folder into which both files are written. */
  readonly folder: string;
  readonly time: CollectionTime;
  readonly learner: LearnerFigures;
  /** The name of each media file in the package, and whether it is a sound, by id. */
  readonly media: ReadonlyMap<string, { name: string; isSound: boolean }>;
};

export interface AnkiWriter {
  /** Writes the next piece of the JSON. `records` names a list if the text consists only of records of that list. */
  write(piece: { readonly text: string; readonly records?: string }): void;
  /** Completes both files. */
  end(): void;
}

/**
 * Writes a collection for Anki (`collection.anki21`, schema 11) and, beside it, the JSON of the export from which it is made.
 * It blocks its thread.
 *
 * @throws Error if the folder cannot be written to, or already contains a collection.
 */
export function createAnkiWriter(task: AnkiTask): AnkiWriter {
  const json = openSync(path.join(task.folder, WHOLE_JSON), "w");
  const database = new DatabaseSync(path.join(task.folder, COLLECTION));
  // The file is not read before it is complete, and is deleted if writing fails.
  database.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16000;");
  database.exec(TABLES);
  database.exec("begin");
  const decks = createDecks(task.time.began);
  const notes = createNotes(task, database, decks);
  return {
    write({ text, records }) {
      writeSync(json, text);
      if (records === "folders") for (const { id, name } of JSON.parse(`[${text}]`)) decks.add(id, name);
      if (records === "cards") for (const card of parseCardRecords(text)) notes.add(card);
    },
    end() {
      notes.end();
      const row = createCollectionRow(task.time, decks.names);
      database.prepare(`insert into col values (${row.map(() => "?").join(", ")})`).run(...row);
      database.exec("commit");
      database.exec(INDEXES);
      database.close();
      closeSync(json);
    },
  };
}

type Decks = ReturnType<typeof createDecks>;

function createDecks(firstId: number) {
  const names = new Map<number, string>();
  const ids = new Map<string, number>([["default", 1]]);
  const idsByFolder = new Map<number, number>();

  /** Returns the id of a deck, which is created with its parents if needed. Anki compares names ignoring case. */
  function findDeckId(name: string): number {
    const known = ids.get(name.toLowerCase());
    if (known !== undefined) return known;
    const above = name.lastIndexOf("::");
    if (above > 0) findDeckId(name.slice(0, above));
    const id = firstId + 1 + names.size;
    names.set(id, name);
    ids.set(name.toLowerCase(), id);
    return id;
  }

  return {
    names,
    add: (folderId: number, name: string) => void idsByFolder.set(folderId, findDeckId(toDeckName(name))),
    getId: (folderId: number) => idsByFolder.get(folderId) ?? 1,
  };
}

type Inserts = { note: StatementSync; card: StatementSync; review: StatementSync };

function createNotes({ time, learner, media }: AnkiTask, database: DatabaseSync, decks: Decks) {
  const insert: Inserts = {
    note: database.prepare("insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')"),
    card: database.prepare("insert into cards values (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, 2500, ?, ?, 0, 0, 0, 0, ?)"),
    review: database.prepare("insert into revlog values (?, ?, -1, ?, ?, ?, ?, ?, ?)"),
  };
  const firstDay = toDayNumber(time.firstDate);
  const guids = new Set<string>();
  const reviewIds = new Set<number>();
  const last = { note: 0, card: 0, newCard: 0 };
  /** Collects siblings, which are consecutive but may be in two pieces. */
  let siblings: CardRecord[] = [];

  function writeSiblings(): void {
    for (const cards of groupIntoNotes(siblings)) writeNote(cards);
    siblings = [];
  }

  function writeNote(cards: readonly CardRecord[]): void {
    const first = cards[0] as CardRecord;
    const { noteType, fields, sortField, checksum, tags } = createNote(cards, (id) => media.get(id) ?? null);
    last.note = Math.max(last.note + 1, Date.parse(first.createdAt));
    const changed = Math.floor(Math.max(...cards.map(({ updatedAt }) => Date.parse(updatedAt))) / 1000);
    insert.note.run(last.note, makeGuidUnique(first), noteType, changed, tags, fields, sortField, checksum);
    for (const card of cards) writeCard(card, changed);
  }

  /** Makes a guid unique in the collection. Cards of one imported note share its guid, even if they are not siblings here. */
  function makeGuidUnique({ guid, id }: CardRecord): string {
    const free = guids.has(guid) ? `${guid}-${id}` : guid;
    guids.add(free);
    return free;
  }

  function writeCard(card: CardRecord, changed: number): void {
    last.card = Math.max(last.card + 1, Date.parse(card.createdAt));
    const { isNew, queue, due, interval, repetitions, lapses, data } = createCardRow(
      card,
      last.newCard + 1,
      firstDay,
      learner,
    );
    if (isNew) last.newCard++;
    const place = [last.card, last.note, decks.getId(card.folderId), getTemplateNumber(card), changed];
    insert.card.run(...place, isNew ? 0 : 2, queue, due, interval, repetitions, lapses, data);
    for (const { at, ease, interval, lastInterval, factor, time, type } of createRevlogRows(card.reviews ?? [])) {
      let id = at;
      while (reviewIds.has(id)) id++;
      reviewIds.add(id);
      insert.review.run(id, last.card, ease, interval, lastInterval, factor, time, type);
    }
  }

  return {
    add(card: CardRecord): void {
      const [first] = siblings;
      if (first && (card.groupId === null || card.groupId !== first.groupId)) writeSiblings();
      siblings.push(card);
    },
    end: writeSiblings,
  };
}
