// Reads archives of tables and notes: exports of Notion, folders of Obsidian, or a deck inside another zip.
import path from "node:path/posix";
import { isHtml, readHtmlTables } from "#html/html-tables.ts";
import { LossCounter } from "#losses.ts";
import type { Material, MaterialOptions } from "#material.ts";
import { openMedia } from "#media/archived-media.ts";
import { readNote } from "#notes/note.ts";
import { openNotes } from "#notes/note-cards.ts";
import { isNotionName, removeNotionId } from "#notes/notion.ts";
import { decodeText } from "#tables/decode-text.ts";
import { openTable, splitTableText, type TablePart } from "#tables/table.ts";
import { UnreadableFile } from "#unreadable-file.ts";
import type { Archive } from "./archive.ts";

/** The limit in bytes for all texts together, equal to that of a single table. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;
const MEDIA = /\.(?:png|jpe?g|gif|webp|avif|mp3|ogg|wav|m4a)$/i;

type Kind = "table" | "note" | "page" | "archive" | "media";

/** Returns the relevant files of an archive by kind. Hidden files, which programs and systems add, are left out. */
export function listContents({ names }: Archive): Record<Kind, string[]> {
  const contents: Record<Kind, string[]> = { table: [], note: [], page: [], archive: [], media: [] };
  for (const name of names) {
    if (/(?:^|\/)(?:\.|__MACOSX\/)/.test(name)) continue;
    if (/\.[ct]sv$/i.test(name)) contents.table.push(name);
    else if (/\.(?:md|markdown)$/i.test(name)) contents.note.push(name);
    else if (/\.html?$/i.test(name)) contents.page.push(name);
    else if (/\.(?:zip|apkg|colpkg|xlsx|ods)$/i.test(name)) contents.archive.push(name);
    else if (MEDIA.test(name)) contents.media.push(name);
  }
  return contents;
}

/**
 * Reads the tables, notes and media of an archive as one material.
 *
 * @param archive The archive, which is closed with the material.
 * @throws UnreadableFile `archiveWithoutCards` without tables and notes, `notesWithoutCards` if all that it has are notes without cards.
 */
export async function openBundle(archive: Archive, options: MaterialOptions): Promise<Material> {
  const { table, note, page, media } = listContents(archive);
  const read = createTextReader(archive);
  // Beside tables and notes pages are attachments; Google exports a spreadsheet as pages alone.
  const tables = await openTables(table.length + note.length > 0 ? table : page, read, options);
  // Notion also exports each row of a table as a page with the same contents.
  const notes: { deck: string | null; note: ReturnType<typeof readNote> }[] = [];
  for (const name of note.filter((one) => tables === null || !isNotionName(path.parse(one).name))) {
    notes.push({ deck: findDeck(name), note: readNote(await read(name)) });
  }
  if (tables === null && notes.length === 0) throw new UnreadableFile("archiveWithoutCards");
  if (tables === null && notes.every(({ note }) => note.cards.length === 0))
    throw new UnreadableFile("notesWithoutCards");
  const files = new Map(media.toReversed().map((name) => [path.basename(name), name]));
  const noteCards = notes.length > 0 ? openNotes({ notes, media: await openMedia(archive, files) }) : null;
  return { ...joinMaterials(tables, noteCards), close: async () => archive.close() };
}

function createTextReader(archive: Archive) {
  let left = MAX_TEXT_BYTES;
  return async (name: string): Promise<string> => {
    const data = await archive.read(name, left);
    if (data === null) throw new UnreadableFile("archiveTooLarge");
    left -= data.length;
    return decodeText(data).replaceAll("\0", "");
  };
}

/** Opens each table as a folder of its own. Notion exports the rows of a view, and all rows in another file (`_all`). */
async function openTables(
  names: readonly string[],
  read: (name: string) => Promise<string>,
  options: MaterialOptions,
): Promise<Material | null> {
  const chosen = names.filter((name) => !/\.csv$/i.test(name) || !names.includes(`${name.slice(0, -4)}_all.csv`));
  const parts: TablePart[] = [];
  const losses = new LossCounter();
  let separator = options.separator;
  for (const name of chosen) {
    const text = await read(name);
    const base = path.parse(name).name;
    if (isHtml(text)) {
      parts.push(...readHtmlTables(text, losses).map((part) => ({ ...part, deck: removeNotionId(base) })));
      continue;
    }
    const { part, separator: found } = splitTableText(text, false, { separator });
    separator ??= found;
    if (part.rows.length > 0)
      parts.push({ ...part, deck: removeNotionId(base), ...(isNotionName(base) && { header: true }) });
  }
  return parts.length > 0 ? openTable({ parts, separator: separator ?? ",", lost: losses.list() }, options) : null;
}

/** Returns the folders around a note as the name of a deck; null for a note at the top level. */
function findDeck(name: string): string | null {
  const folders = path.dirname(name).split("/").map(removeNotionId);
  return folders.filter((folder) => folder !== "" && folder !== ".").join("::") || null;
}

function joinMaterials(tables: Material | null, notes: Material | null): Material {
  if (tables === null || notes === null) return (tables ?? notes) as Material;
  return {
    ...tables,
    *cards() {
      yield* tables.cards();
      yield* notes.cards();
    },
    losses: () => [...tables.losses(), ...notes.losses()],
    media: () => notes.media(),
  };
}
