// Reads spreadsheets as tables; common to the files of Excel and LibreOffice.
import path from "node:path";
import type { Archive } from "#archives/archive.ts";
import { createXmlReader } from "#archives/xml.ts";
import type { Material, MaterialOptions } from "#material.ts";
import { openTable } from "#tables/table.ts";
import { UnreadableFile } from "#unreadable-file.ts";
import { readOds } from "./ods.ts";
import { readXlsx } from "./xlsx.ts";

/** Returns whether an archive is a spreadsheet that can be read. */
export function isSpreadsheet({ names }: Archive, mimetype: string): boolean {
  return isOds(mimetype) || (names.has("[Content_Types].xml") && names.has("xl/_rels/workbook.xml.rels"));
}

function isOds(mimetype: string): boolean {
  return mimetype.startsWith("application/vnd.oasis.opendocument.spreadsheet");
}

/**
 * Reads a spreadsheet as one table. If it has several sheets, each becomes a folder.
 *
 * @param archive The archive, which is closed with the material.
 * @throws UnreadableFile `emptySpreadsheet` if no visible sheet has a row.
 */
export async function openSpreadsheet(
  archive: Archive,
  { fileName, mimetype }: { readonly fileName: string | null; readonly mimetype: string },
  options: MaterialOptions,
): Promise<Material> {
  const xml = createXmlReader(archive, options.tempFolder);
  const sheets = await (isOds(mimetype) ? readOds(xml) : readXlsx(xml));
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  const shown = filled.filter(({ isHidden }) => !isHidden);
  if (shown.length === 0) {
    throw new UnreadableFile("emptySpreadsheet");
  }
  const book = path.parse(fileName ?? "").name;
  const parts = shown.map(({ name, rows }) => ({ deck: shown.length > 1 ? `${book}::${name}` : null, rows }));
  const hidden = filled.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  const lost = [{ key: "hiddenSheets", count: hidden.length, sample: hidden[0] ?? "" } as const];
  const material = openTable({ parts, separator: "", lost }, options);
  return { ...material, close: async () => archive.close() };
}
