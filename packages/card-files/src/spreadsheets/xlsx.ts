// Excel's workbooks: https://ecma-international.org/publications-and-standards/standards/ecma-376, part 1, chapter 18.

import path from "node:path/posix";
import type { XmlReader } from "#archives/xml.ts";
import { UnreadableFile } from "#unreadable-file.ts";
import { copyText, extendCell, MAX_COLUMNS, type Worksheet, WorksheetCollector } from "./sheet-rows.ts";
import { type CellKind, classifyFormats, formatValue } from "./xlsx-values.ts";

type Links = ReadonlyMap<string, { readonly type: string; readonly target: string }>;
type Workbook = {
  /** Each sheet with the id under which the workbook links to its document. */
  readonly sheets: readonly { readonly sheet: Worksheet; readonly link: string }[];
  readonly startsIn1904: boolean;
};

/** Reads the worksheets in their order, with the texts of their cells. A sheet whose document is missing has no rows. */
export async function readXlsx(xml: XmlReader): Promise<readonly Worksheet[]> {
  const collector = new WorksheetCollector();
  const links = await readLinks(xml, BOOK);
  const book = await readWorkbook(xml, collector);
  const strings = await readStrings(xml, findTarget(links, "sharedStrings"));
  const kinds = await readKinds(xml, findTarget(links, "styles"));
  for (const { sheet, link } of book.sheets) {
    const target = links.get(link)?.target ?? "";
    if (!xml.has(target)) continue;
    await readSheet(xml, target, (cells) => collector.addRow(sheet, cells), { ...book, strings, kinds });
  }
  return collector.sheets;
}

const BOOK = "xl/workbook.xml";

/** Returns the documents that an entry links to, by id. */
async function readLinks(xml: XmlReader, entry: string): Promise<Links> {
  const folder = path.dirname(entry);
  const list = path.join(folder, "_rels", `${path.basename(entry)}.rels`);
  const links = new Map<string, { type: string; target: string }>();
  await xml.read(list, {
    open(name, { Id, Type, Target }) {
      if (name !== "Relationship" || Id === undefined || Target === undefined) return;
      const target = Target.startsWith("/") ? Target.slice(1) : path.join(folder, Target);
      links.set(Id, { type: Type ?? "", target });
    },
  });
  return links;
}

function findTarget(links: Links, type: string): string | null {
  return [...links.values()].find((link) => link.type.endsWith(`/${type}`))?.target ?? null;
}

async function readWorkbook(xml: XmlReader, collector: WorksheetCollector): Promise<Workbook> {
  const sheets: Workbook["sheets"][number][] = [];
  let startsIn1904 = false;
  await xml.read(BOOK, {
    open(tag, attributes) {
      if (tag === "workbookPr") startsIn1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
      if (tag !== "sheet") return;
      const link = Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
      const isHidden = (attributes.state ?? "visible") !== "visible";
      sheets.push({ sheet: collector.addSheet(attributes.name ?? "", isHidden), link });
    },
  });
  return { sheets, startsIn1904 };
}

const MAX_STRINGS = 1_000_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Reads the texts that cells share. Runs of rich text are joined, and phonetic readings are left out. */
async function readStrings(xml: XmlReader, entry: string | null): Promise<string[]> {
  const strings: string[] = [];
  if (entry === null || !xml.has(entry)) return strings;
  let text = "";
  let characters = 0;
  let isInText = false;
  let isPhonetic = false;
  await xml.read(entry, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isInText = !isPhonetic;
    },
    text(piece) {
      if (isInText) text = extendCell(text, piece);
    },
    close(name) {
      if (name === "t") isInText = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") {
        strings.push(copyText(unescapeText(text)));
        characters += text.length;
        if (strings.length > MAX_STRINGS || characters > MAX_CHARACTERS)
          throw new UnreadableFile("spreadsheetTooLarge");
      }
    },
  });
  return strings;
}

/** Excel writes characters that XML cannot hold as `_x000D_`, and an underscore before such a text as `_x005F_`. */
function unescapeText(text: string): string {
  const plain = text.replace(/_x([\dA-F]{4})_/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return plain.replace(/\r\n?/g, "\n");
}

/** Returns the kind of number of each cell style. */
async function readKinds(xml: XmlReader, entry: string | null): Promise<CellKind[]> {
  const codes = new Map<number, string>();
  const used: number[] = [];
  let isInCells = false;
  if (entry === null || !xml.has(entry)) return [];
  await xml.read(entry, {
    open(name, { numFmtId, formatCode }) {
      if (name === "cellXfs") isInCells = true;
      else if (name === "numFmt") codes.set(Number(numFmtId), formatCode ?? "");
      else if (name === "xf" && isInCells) used.push(Number(numFmtId ?? 0));
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return classifyFormats(used, codes);
}

type CellContext = Pick<Workbook, "startsIn1904"> & {
  readonly strings: readonly string[];
  readonly kinds: readonly CellKind[];
};

/** Reads the rows of a sheet: the stored values of formulas, and of merged cells the first. */
async function readSheet(
  xml: XmlReader,
  entry: string,
  onRow: (cells: readonly (string | undefined)[]) => void,
  { strings, kinds, startsIn1904 }: CellContext,
): Promise<void> {
  let row: (string | undefined)[] = [];
  let cell: { type: string; column: number; kind: CellKind } | null = null;
  let column = 0;
  let value: string | null = null;
  let isInValue = false;
  await xml.read(entry, {
    open(name, attributes) {
      if (name === "row") {
        row = [];
        column = 0;
      } else if (name === "c") {
        column = parseColumn(attributes.r) ?? column;
        cell = { type: attributes.t ?? "n", column, kind: kinds[Number(attributes.s)] ?? "number" };
        value = null;
        column++;
      } else if (cell && (name === "v" || name === "t")) isInValue = true;
      else if (name === "rPh") isInValue = false;
    },
    text(piece) {
      if (isInValue) value = extendCell(value ?? "", piece);
    },
    close(name) {
      if (name === "v" || name === "t") isInValue = false;
      else if (name === "c" && cell) {
        if (value !== null && cell.column < MAX_COLUMNS) row[cell.column] = formatCell(cell, value);
        cell = null;
      } else if (name === "row") onRow(row);
    },
  });

  function formatCell({ type, kind }: { type: string; kind: CellKind }, stored: string): string {
    if (type === "s") return strings[Number(stored)] ?? "";
    if (type === "b") return stored === "1" ? "VERDADERO" : "FALSO";
    if (type === "n") return copyText(formatValue(stored, kind, startsIn1904));
    return copyText(unescapeText(stored));
  }
}

/** Returns the column of a reference such as `B7`, counted from 0; null without a reference. */
function parseColumn(place: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/i.exec(place ?? "")?.[0].toUpperCase();
  if (letters === undefined) return place === undefined ? null : MAX_COLUMNS;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
