import { once } from "node:events";
import { Readable } from "node:stream";
import type { ExportFormat } from "@repasa/contract/exports.ts";
import { type Context, perContext } from "#context.ts";
import { folderNotFound } from "#features/folders/folders.service.ts";
import type { Download } from "#http/call.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { WHOLE_JSON } from "./anki/anki.schema.ts";
import { zipped } from "./exports.archive.ts";
import { CSV_HEAD, csvRows } from "./exports.csv.ts";
import { jsonPieces } from "./exports.json.ts";
import { mediaEntries, mediaFileName } from "./exports.media.ts";
import { attachment, contentTypes, type FileType, fileNameOf } from "./exports.names.ts";
import { ankiPackage } from "./exports.package.ts";
import {
  type MediaEntry,
  type Scope,
  selectCardParts,
  selectCardRecords,
  selectFolderNames,
  selectMediaEntries,
} from "./exports.queries.ts";
import { cardsIn } from "./exports.records.ts";
import { createTurns } from "./exports.turns.ts";

const turns = perContext((_ctx: Context) => createTurns());

export async function exportFolder(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  folderId: number,
  format: ExportFormat,
): Promise<Download> {
  const folder = (await selectFolderNames(ctx.db, owner)).find(({ id }) => id === folderId);
  if (!folder) throw folderNotFound();
  return download(ctx, { owner, folderId }, moment, format, folder.name);
}

export function exportAccount(ctx: Context, owner: OwnerId, moment: Moment, format: ExportFormat): Promise<Download> {
  return download(ctx, { owner, folderId: null }, moment, format, null);
}

/** Above this JSON would be unwieldy with the files inside. */
const MEDIA_IN_JSON = 50 * 1024 * 1024;

async function download(
  ctx: Context,
  scope: Scope,
  moment: Moment,
  format: ExportFormat,
  folderName: string | null,
): Promise<Download> {
  const end = await turns(ctx)(scope.owner);
  try {
    const media = format === "csv" ? [] : await selectMediaEntries(ctx.db, scope);
    const isLarge = media.reduce((sum, { bytes }) => sum + bytes, 0) > MEDIA_IN_JSON;
    const type = format === "json" && isLarge ? "zip" : format;
    const body = bodyOf(ctx, scope, moment, media, type);
    body.once("close", end);
    // What goes wrong at once is answered as an error, not as a file that breaks off. Packages are made while somebody waits.
    if (type !== "apkg") await Promise.race([once(body, "readable"), once(body, "close")]);
    return {
      headers: {
        "content-type": contentTypes[type],
        "content-disposition": attachment(fileNameOf(folderName, moment.today, type)),
      },
      body,
    };
  } catch (error) {
    end();
    throw error;
  }
}

function bodyOf(ctx: Context, scope: Scope, moment: Moment, media: readonly MediaEntry[], type: FileType): Readable {
  if (type === "csv") return Readable.from(csvTexts(ctx, scope), { objectMode: false });
  if (type === "apkg") return ankiPackage(ctx, scope, moment, media);
  const inZip = (entry: MediaEntry) => `media/${mediaFileName(entry)}`;
  const json = () =>
    Readable.from(textsOf(jsonPieces(ctx, { scope, moment, media, fileOf: type === "zip" ? inZip : () => null })), {
      objectMode: false,
    });
  if (type === "json") return json();
  return zipped(
    [{ name: WHOLE_JSON, compress: true, open: async () => json() }, ...mediaEntries(ctx, scope.owner, media, inZip)],
    moment.now,
  );
}

async function* textsOf(pieces: AsyncIterable<{ text: string }>): AsyncGenerator<string> {
  for await (const { text } of pieces) yield text;
}

const CSV_PART_BYTES = 128 * 1024;

async function* csvTexts({ db }: Context, scope: Scope): AsyncGenerator<string> {
  yield CSV_HEAD;
  const folders = await selectFolderNames(db, scope.owner);
  const names = new Map(folders.map(({ id, name }) => [id, name]));
  const shown = { group: null };
  for (const ids of await selectCardParts(db, scope, { bytes: CSV_PART_BYTES, withReviews: false })) {
    const text = await selectCardRecords(db, scope.owner, ids, false);
    if (text !== null) yield csvRows(cardsIn(text), names, shown);
  }
}
