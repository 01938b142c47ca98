import type { Context } from "#context.ts";
import { wordImportRecord } from "#features/imports/imports.wording.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { cardTexts } from "./exports.cards.ts";
import { readInPortions } from "./exports.portions.ts";
import {
  accountSections,
  foldersSection,
  type MediaEntry,
  pageOf,
  type Scope,
  selectMediaRecord,
  selectOtherReviews,
  selectRecords,
} from "./exports.queries.ts";

/** A piece of the file. `records` says of which list its text holds records and nothing else. */
export type Piece = { readonly text: string; readonly records?: string };

/** Of a part of the cards, so that what is read and passed on at once stays small. */
const PART_BYTES = 256 * 1024;
const REVIEWS_AT_ONCE = 2_000;

export type JsonOptions = {
  readonly scope: Scope;
  readonly moment: Moment;
  readonly media: readonly MediaEntry[];
  /** The file beside the JSON that holds a media file's bytes; null where the JSON holds them. */
  readonly fileOf: (entry: MediaEntry, place: number) => string | null;
};

/** The JSON of an account or a folder, in the layout of docs/export-format.md, piece by piece as it is taken. */
export async function* jsonPieces({ db }: Pick<Context, "db">, options: JsonOptions): AsyncGenerator<Piece> {
  const { scope, moment, media, fileOf } = options;
  const { owner, folderId } = scope;
  yield { text: headOf(folderId === null ? "account" : "folder", moment) };
  for (const section of folderId === null ? accountSections : []) {
    if (section.single) {
      const { value } = await selectRecords(db, owner, section);
      yield { text: `"${section.name}":${value ?? "null"},\n` };
    } else {
      const records = readInPortions(pageOf(section), (after, size) =>
        selectRecords(db, owner, section, { ...(after && { after }), size }),
      );
      yield* list(section.name, section.name === "imports" ? wordImports(records) : records);
      yield { text: ",\n" };
    }
  }
  yield* list(
    "folders",
    readInPortions(pageOf(foldersSection), (after, size) =>
      selectRecords(db, owner, foldersSection, { ...(after && { after }), size, id: folderId }),
    ),
  );
  yield { text: ",\n" };
  yield* list("cards", cardTexts(db, scope, { bytes: PART_BYTES, withReviews: true }));
  yield { text: ",\n" };
  if (folderId === null) {
    yield* list(
      "otherReviews",
      readInPortions(REVIEWS_AT_ONCE, (after, size) => selectOtherReviews(db, owner, after, size)),
    );
    yield { text: ",\n" };
  }
  yield* list("media", mediaTexts(db, scope, media, fileOf));
  yield { text: "\n}\n" };
}

/** Imports are stored with keys, but exported with the sentences that their owner has read. */
async function* wordImports(texts: AsyncIterable<string | null>): AsyncGenerator<string | null> {
  for await (const text of texts) {
    const records: object[] = text === null ? [] : JSON.parse(`[${text}]`);
    yield text && records.map((record) => JSON.stringify(wordImportRecord(record))).join(",\n");
  }
}

function headOf(scope: "account" | "folder", { now, timeZone, today }: Moment): string {
  const head = { format: "repasa", version: 1, scope, exportedAt: now.toISOString(), timeZone, today };
  return `${JSON.stringify(head).slice(0, -1)},\n`;
}

/** A list from texts that hold one record or more. */
async function* list(name: string, texts: AsyncIterable<string | null>): AsyncGenerator<Piece> {
  yield { text: `"${name}":[` };
  let isFirst = true;
  for await (const text of texts) {
    if (text === null) continue;
    yield { text: isFirst ? "\n" : ",\n" };
    yield { text, records: name };
    isFirst = false;
  }
  yield { text: "\n]" };
}

async function* mediaTexts(
  db: Context["db"],
  { owner }: Scope,
  media: readonly MediaEntry[],
  fileOf: JsonOptions["fileOf"],
): AsyncGenerator<string> {
  for (const [place, entry] of media.entries()) {
    const text = await selectMediaRecord(db, owner, entry.id, fileOf(entry, place));
    if (text !== null) yield text;
  }
}
