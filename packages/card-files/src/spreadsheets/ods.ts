// LibreOffice's spreadsheets: https://docs.oasis-open.org/office/OpenDocument/v1.3, part 3, chapter 9.

import type { XmlHandlers, XmlReader } from "#archives/xml.ts";
import { copyText, extendCell, MAX_COLUMNS, type Worksheet, WorksheetCollector } from "./sheet-rows.ts";

/** Reads the worksheets in their order, with the texts that their cells show. */
export async function readOds(xml: XmlReader): Promise<readonly Worksheet[]> {
  const collector = new WorksheetCollector();
  await xml.read("content.xml", createHandlers(collector));
  return collector.sheets;
}

type Cell = { readonly repeated: number; readonly value: string; text: string; paragraphs: number };

/** Remarks, and readings of Japanese words, are inside a cell but not part of its text. */
const REMARKS = new Set(["annotation", "ruby-text"]);

/** Reads cells as they are shown, whatever their type. A repeated row is read once, because its cards would be the same. */
function createHandlers(collector: WorksheetCollector): XmlHandlers {
  let sheet: Worksheet | null = null;
  let row: string[] | null = null;
  let column = 0;
  let cell: Cell | null = null;
  let remarks = 0;
  let isInParagraph = false;
  return {
    open(name, attributes) {
      if (REMARKS.has(name)) remarks++;
      else if (name === "table") sheet = collector.addSheet(attributes["table:name"] ?? "");
      else if (name === "table-row") {
        row = [];
        column = 0;
      } else if (row && (name === "table-cell" || name === "covered-table-cell")) cell = beginCell(attributes);
      else if (cell && remarks === 0) {
        if (name === "p") isInParagraph = true;
        const sign = name === "p" ? (cell.paragraphs++ > 0 ? "\n" : "") : readWhiteSpace(name, attributes);
        if (sign !== "") cell.text = extendCell(cell.text, sign);
      }
    },
    text(piece) {
      if (cell && isInParagraph && remarks === 0) cell.text = extendCell(cell.text, piece);
    },
    close(name) {
      if (REMARKS.has(name)) remarks--;
      else if (name === "p" && remarks === 0) isInParagraph = false;
      else if (cell && (name === "table-cell" || name === "covered-table-cell")) {
        const end = column + cell.repeated;
        const text = copyText(cell.paragraphs > 0 ? cell.text : cell.value);
        for (let at = column; row && text !== "" && at < Math.min(end, MAX_COLUMNS); at++) row[at] = text;
        column = end;
        cell = null;
      } else if (name === "table-row" && row) {
        if (sheet) collector.addRow(sheet, row);
        row = null;
      }
    },
  };
}

function beginCell(attributes: Readonly<Record<string, string>>): Cell {
  const value =
    attributes["office:string-value"] ?? attributes["office:date-value"] ?? attributes["office:value"] ?? "";
  return { repeated: parseCount(attributes["table:number-columns-repeated"]), value, text: "", paragraphs: 0 };
}

/** Returns the text of an empty element inside a paragraph: several spaces, a tab or a line break. */
function readWhiteSpace(name: string, attributes: Readonly<Record<string, string>>): string {
  if (name === "s") return " ".repeat(Math.min(parseCount(attributes["text:c"]), 100));
  if (name === "tab") return "\t";
  return name === "line-break" ? "\n" : "";
}

function parseCount(text: string | undefined): number {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count >= 1 ? count : 1;
}
