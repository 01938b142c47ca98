import { once } from "node:events";
import { Readable } from "node:stream";
import { WHOLE_JSON } from "@repasa/card-files/anki-writing/schema.ts";
import { parseCardRecords } from "@repasa/card-files/repasa/card-record.ts";
import { formatCsvHead, formatCsvRows, isTableFormat, type TableFormat } from "@repasa/card-files/tables/write-csv.ts";
import type { ExportFormat } from "@repasa/contract/exports.ts";
import { type Context, perContext } from "#context.ts";
import { folderNotFound } from "#features/folders/folders.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Download } from "#platform/http/call.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { createZip } from "./exports.archive.ts";
import { readCardRecords } from "./exports.cards.ts";
import { generateJson } from "./exports.json.ts";
import { createMediaEntries, formatMediaFileName } from "./exports.media.ts";
import { contentTypes, type FileType, formatContentDisposition, formatFileName } from "./exports.names.ts";
import { createAnkiPackage } from "./exports.package.ts";
import { type MediaEntry, type Scope, selectFolderNames, selectMediaEntries } from "./exports.queries.ts";

/** An export's turn lasts until its client has read it. */
const turns = perContext(
  (_ctx: Context) =>
    new AccountTurns({
      atOnce: 50,
      maxWaiting: 100,
      maxWaitingPerAccount: 2,
      waitMs: 10_000,
      refusal: "Ya se está descargando otro archivo. Espera a que termine.",
      retryAfterSeconds: 10,
    }),
);

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

export async function exportAccount(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  format: ExportFormat,
): Promise<Download> {
  // An export contains how past days ended, which cannot be computed from the cards after they change.
  await settlePastDays(ctx, owner, moment);
  return download(ctx, { owner, folderId: null }, moment, format, null);
}

/** If the media files are larger in total, a zip stores them beside the JSON. */
const MAX_MEDIA_IN_JSON_BYTES = 50 * 1024 * 1024;

async function download(
  ctx: Context,
  scope: Scope,
  moment: Moment,
  format: ExportFormat,
  folderName: string | null,
): Promise<Download> {
  const end = await turns(ctx).take(scope.owner);
  try {
    const media = isTableFormat(format) ? [] : await selectMediaEntries(ctx.db, scope);
    const isLarge = media.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_MEDIA_IN_JSON_BYTES;
    const type = format === "json" && isLarge ? "zip" : format;
    const body = createBody(ctx, scope, moment, media, type);
    body.once("close", end);
    // Waits for the first bytes, so that an early failure becomes an error response instead of a truncated file. The first bytes of
    // a package take too long for that.
    if (type !== "apkg") await Promise.race([once(body, "readable"), once(body, "close")]);
    return {
      headers: {
        "content-type": contentTypes[type],
        "content-disposition": formatContentDisposition(formatFileName(folderName, moment.today, type)),
      },
      body,
    };
  } catch (error) {
    end();
    throw error;
  }
}

function createBody(
  ctx: Context,
  scope: Scope,
  moment: Moment,
  media: readonly MediaEntry[],
  type: FileType,
): Readable {
  if (isTableFormat(type)) return Readable.from(generateCsv(ctx, scope, type), { objectMode: false });
  if (type === "apkg") return createAnkiPackage(ctx, scope, moment, media);
  const getNameInZip = (entry: MediaEntry) => `media/${formatMediaFileName(entry)}`;
  const json = () =>
    Readable.from(
      readTexts(generateJson(ctx, { scope, moment, media, getFileName: type === "zip" ? getNameInZip : () => null })),
      {
        objectMode: false,
      },
    );
  if (type === "json") return json();
  return createZip(
    [
      { name: WHOLE_JSON, compress: true, open: async () => json() },
      ...createMediaEntries(ctx, scope.owner, media, getNameInZip),
    ],
    moment.now,
  );
}

async function* readTexts(pieces: AsyncIterable<{ text: string }>): AsyncGenerator<string> {
  for await (const { text } of pieces) yield text;
}

const CSV_PART_BYTES = 128 * 1024;

async function* generateCsv({ db }: Context, scope: Scope, table: TableFormat): AsyncGenerator<string> {
  yield formatCsvHead(table);
  const folders = await selectFolderNames(db, scope.owner);
  const names = new Map(folders.map(({ id, name }) => [id, name]));
  const shown = { group: null };
  for await (const text of readCardRecords(db, scope, { bytes: CSV_PART_BYTES, withReviews: false })) {
    if (text !== null) yield formatCsvRows(table, parseCardRecords(text), names, shown);
  }
}
