import { mkdtemp, open, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { COLLECTIONS, openCollectionFile, openPackage } from "#anki/package.ts";
import { type Archive, openArchive } from "#archives/archive.ts";
import { listContents, openBundle } from "#archives/bundle.ts";
import { isHtml, isPage, readHtmlTables } from "#html/html-tables.ts";
import { LossCounter } from "#losses.ts";
import { parseNote, readNote } from "#notes/note.ts";
import { openNotes } from "#notes/note-cards.ts";
import { parseGift } from "#quizzes/gift.ts";
import { openGift } from "#quizzes/quiz-cards.ts";
import { looksLikeJson, openRepasaExport } from "#repasa/export-file.ts";
import { isSpreadsheet, openSpreadsheet } from "#spreadsheets/spreadsheet.ts";
import { decodeText } from "#tables/decode-text.ts";
import { looksLikeList } from "#tables/separators.ts";
import { openTable, openTextTable } from "#tables/table.ts";
import { UnreadableFile } from "#unreadable-file.ts";
import { recognizeDocument, recognizeForeignFile, recognizeLink } from "./foreign-files.ts";
import type { Material, MaterialOptions, MaterialSource } from "./material.ts";

type FileSource = { readonly path: string; readonly fileName: string | null };

/**
 * Opens a file of cards, or a pasted text, whatever its format: Anki's packages and collections, tables, spreadsheets, notes,
 * archives of these, and our own exports. The format is recognised by the contents.
 *
 * @param source The file, which is only read, or the text.
 * @returns Its material, which the caller closes.
 * @throws UnreadableFile if it cannot be read or contains no cards. Unpacked files are then removed.
 */
export async function openCardFile(source: MaterialSource, options: MaterialOptions): Promise<Material> {
  const tempFolder = await mkdtemp(path.join(options.tempFolder, "material-"));
  const remove = () => rm(tempFolder, { recursive: true, force: true });
  try {
    const inFolder = { ...options, tempFolder };
    const material = "text" in source ? openText(source.text, null, inFolder) : await openFile(source, inFolder);
    return {
      ...material,
      close: async () => {
        await material.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** @param fileName Null for pasted text. */
function openText(text: string, fileName: string | null, options: MaterialOptions): Material {
  if (text.trim() === "") throw new UnreadableFile("emptyText");
  const refusal = recognizeLink(text);
  if (refusal) throw refusal;
  const clean = text.replaceAll("\0", "");
  const page = isHtml(clean) ? openPage(clean, options) : null;
  if (page) return page;
  const isList = !/\.csv$/i.test(fileName ?? "");
  const isGuessed = isList && options.separator === undefined;
  const gift = isGuessed ? parseGift(clean) : null;
  if (gift) return openGift(gift);
  const note = isGuessed ? parseNote(clean) : null;
  return note
    ? openNotes({ notes: [{ deck: null, note }] })
    : openTextTable(clean, isList, options, path.parse(fileName ?? "").name);
}

/** Reads the tables of a saved page; returns null if the text has none and is no page. */
function openPage(text: string, options: MaterialOptions): Material | null {
  const losses = new LossCounter();
  const parts = readHtmlTables(text, losses);
  if (parts.length === 0 && isPage(text)) throw new UnreadableFile("webPage");
  if (parts.length === 0) return null;
  return openTable({ parts, separator: "", lost: losses.list() }, options);
}

/** In bytes. Limited because a table is in memory while it is read. */
const MAX_TABLE_BYTES = 16 * 1024 * 1024;
const HEAD_BYTES = 4100;

async function openFile(source: FileSource, options: MaterialOptions): Promise<Material> {
  const head = await readHead(source.path);
  if (head.length === 0) throw new UnreadableFile("emptyFile");
  if (head.toString("latin1", 0, 16) === "SQLite format 3\0") return openCollectionFile(source.path, options);
  if (head.toString("latin1", 0, 2) === "PK") return openZip(source, options);
  if (looksLikeJson(head.toString("utf8"))) return openRepasaExport(source.path, null, options);
  const refusal = isHtml(decodeText(head)) ? null : await recognizeForeignFile(head, source.fileName);
  if (refusal) throw refusal;
  return openTextFile(source, options);
}

async function openTextFile({ path: file, fileName }: FileSource, options: MaterialOptions): Promise<Material> {
  if ((await stat(file)).size > MAX_TABLE_BYTES) throw new UnreadableFile("tableTooLarge");
  const text = decodeText(await readFile(file));
  if (!/\.(?:md|markdown)$/i.test(fileName ?? "")) return openText(text, fileName, options);
  const note = readNote(text);
  if (note.cards.length > 0 && options.separator === undefined) return openNotes({ notes: [{ deck: null, note }] });
  // Prose has commas and colons too.
  if (options.separator === undefined && !looksLikeList(text)) throw new UnreadableFile("notesWithoutCards");
  return openText(text, fileName, options);
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const REPASA_JSON = "repasa.json";
/** In bytes, on disk. */
const MAX_JSON_BYTES = 1024 ** 3;
const INNER = "inner";
const MAX_INNER_BYTES = 300 * 1024 * 1024;

async function openZip(source: FileSource, options: MaterialOptions): Promise<Material> {
  const archive = await openArchive(source.path);
  try {
    return await openEntries(archive, source, options);
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function openEntries(archive: Archive, source: FileSource, options: MaterialOptions): Promise<Material> {
  const { names } = archive;
  const { fileName } = source;
  if (names.has(REPASA_JSON)) {
    const file = path.join(options.tempFolder, "json");
    await archive.extract(REPASA_JSON, file, MAX_JSON_BYTES);
    return openRepasaExport(file, archive, options);
  }
  if (COLLECTIONS.some((name) => names.has(name))) {
    return openPackage(archive, /\.colpkg$/i.test(fileName ?? "") ? "colpkg" : "apkg", options);
  }
  const mimetype = await readMimetype(archive);
  if (isSpreadsheet(archive, mimetype)) return openSpreadsheet(archive, { fileName, mimetype }, options);
  const refusal = recognizeDocument(names, mimetype, fileName);
  if (refusal) throw refusal;
  const { table, note, page, archive: inner } = listContents(archive);
  if (table.length + note.length + page.length > 0) return openBundle(archive, options);
  const isInner = path.basename(source.path) === INNER;
  if (inner.length === 1 && !isInner) return openInner(archive, inner[0] as string, source, options);
  throw new UnreadableFile(inner.length > 0 ? "nestedArchives" : "archiveWithoutCards");
}

/**
 * Opens an archive inside an archive. Notion's exports are nested like this, and people send zipped decks. Only one level is
 * opened.
 */
async function openInner(
  outer: Archive,
  name: string,
  source: FileSource,
  options: MaterialOptions,
): Promise<Material> {
  const file = path.join(options.tempFolder, INNER);
  await outer.extract(name, file, MAX_INNER_BYTES);
  const isNamed = !/\.zip$/i.test(name);
  const material = await openZip({ path: file, fileName: isNamed ? path.basename(name) : source.fileName }, options);
  return {
    ...material,
    close: async () => {
      await material.close();
      outer.close();
    },
  };
}

/** The first entry of OpenDocument files and of electronic books names their type. */
async function readMimetype(archive: Archive): Promise<string> {
  if (!archive.names.has("mimetype")) return "";
  return (await archive.read("mimetype", 200).catch(() => null))?.toString("latin1").trim() ?? "";
}
