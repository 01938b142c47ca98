import type { Context } from "#context.ts";
import { readClassRecords } from "#features/classes/classes.export.ts";
import { wordImportRecord } from "#features/imports/imports.wording.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { readCardRecords } from "./exports.cards.ts";
import { readInPortions } from "./exports.portions.ts";
import {
  accountSections,
  foldersSection,
  getPageSize,
  type MediaEntry,
  type Scope,
  selectMediaRecord,
  selectOtherReviews,
  selectRecords,
} from "./exports.queries.ts";

/** A piece of the file. `records` is the name of a list if the text consists only of records of this list. */
export type Piece = { readonly text: string; readonly records?: string };

/** The approximate size of a part of the cards, which limits the memory of an export. */
const PART_BYTES = 256 * 1024;
const REVIEWS_PER_STATEMENT = 2_000;

export type JsonOptions = {
  readonly scope: Scope;
  readonly moment: Moment;
  readonly media: readonly MediaEntry[];
  /** Returns the name of the file next to the JSON that contains a media file; null if the JSON contains its bytes. */
  readonly getFileName: (entry: MediaEntry, place: number) => string | null;
};

/** Yields the JSON of an account or a folder, in the format of docs/export-format.md, piece by piece as it is read. */
export async function* generateJson({ db }: Pick<Context, "db">, options: JsonOptions): AsyncGenerator<Piece> {
  const { scope, moment, media, getFileName } = options;
  const { owner, folderId } = scope;
  yield { text: formatHead(folderId === null ? "account" : "folder", moment) };
  for (const section of folderId === null ? accountSections : []) {
    if (section.single) {
      const { value } = await selectRecords(db, owner, section);
      yield { text: `"${section.name}":${value ?? "null"},\n` };
    } else {
      const records = readInPortions(getPageSize(section), (after, size) =>
        selectRecords(db, owner, section, { ...(after && { after }), size }),
      );
      yield* generateList(section.name, section.name === "imports" ? wordImports(records) : records);
      yield { text: ",\n" };
    }
  }
  if (folderId === null) {
    yield* generateList("classes", readClassRecords({ db }, owner));
    yield { text: ",\n" };
  }
  yield* generateList(
    "folders",
    readInPortions(getPageSize(foldersSection), (after, size) =>
      selectRecords(db, owner, foldersSection, { ...(after && { after }), size, id: folderId }),
    ),
  );
  yield { text: ",\n" };
  yield* generateList("cards", readCardRecords(db, scope, { bytes: PART_BYTES, withReviews: true }));
  yield { text: ",\n" };
  if (folderId === null) {
    yield* generateList(
      "otherReviews",
      readInPortions(REVIEWS_PER_STATEMENT, (after, size) => selectOtherReviews(db, owner, after, size)),
    );
    yield { text: ",\n" };
  }
  yield* generateList("media", readMediaRecords(db, scope, media, getFileName));
  yield { text: "\n}\n" };
}

/** Words imports, which are stored with keys, with the sentences that their user has seen. */
async function* wordImports(texts: AsyncIterable<string | null>): AsyncGenerator<string | null> {
  for await (const text of texts) {
    const records: object[] = text === null ? [] : JSON.parse(`[${text}]`);
    yield text && records.map((record) => JSON.stringify(wordImportRecord(record))).join(",\n");
  }
}

function formatHead(scope: "account" | "folder", { now, timeZone, today }: Moment): string {
  const head = { format: "repasa", version: 1, scope, exportedAt: now.toISOString(), timeZone, today };
  return `${JSON.stringify(head).slice(0, -1)},\n`;
}

/** Yields a list. Each of the texts contains one or more records. */
async function* generateList(name: string, texts: AsyncIterable<string | null>): AsyncGenerator<Piece> {
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

async function* readMediaRecords(
  db: Context["db"],
  { owner }: Scope,
  media: readonly MediaEntry[],
  getFileName: JsonOptions["getFileName"],
): AsyncGenerator<string> {
  for (const [place, entry] of media.entries()) {
    const text = await selectMediaRecord(db, owner, entry.id, getFileName(entry, place));
    if (text !== null) yield text;
  }
}
