// Creates spreadsheets like those of Excel and LibreOffice.
import { zipFiles } from "./anki-files.ts";

type SampleSheet = {
  name: string;
  /** The content of `sheetData`. */
  xml: string;
  state?: "hidden" | "veryHidden";
};

type SampleBook = {
  sheets: readonly SampleSheet[];
  strings?: readonly string[];
  /** The codes of custom formats, numbered from 164. */
  formats?: readonly string[];
  /** The number of the format of each cell style. */
  styles?: readonly number[];
  startsIn1904?: boolean;
};

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Writes rows of texts as cells with inline strings. */
export function formatInlineRows(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
  return rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("");
}

export function createXlsxParts(book: SampleBook): Record<string, Uint8Array> {
  const { sheets, strings = [], formats = [], styles = [0], startsIn1904 = false } = book;
  const links = [
    ...sheets.map((_, index) => ["worksheet", `worksheets/sheet${index + 1}.xml`] as const),
    ["sharedStrings", "/xl/sharedStrings.xml"] as const,
    ["styles", "styles.xml"] as const,
  ];
  const parts = {
    "[Content_Types].xml": "<Types/>",
    "xl/_rels/workbook.xml.rels": `<Relationships>${links.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join("")}</Relationships>`,
    "xl/workbook.xml": `<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr${startsIn1904 ? ' date1904="1"' : ""}/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ""} r:id="rId${index + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/sharedStrings.xml": `<sst ${MAIN}>${strings.join("")}</sst>`,
    "xl/styles.xml": `<styleSheet ${MAIN}><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`)
      .join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles
      .map((format) => `<xf numFmtId="${format}"/>`)
      .join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ xml }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet ${MAIN}><sheetData>${xml}</sheetData></worksheet>`,
      ]),
    ),
  };
  return Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, Buffer.from(HEAD + text)]));
}

export function createXlsx(book: SampleBook): Promise<Buffer> {
  return zipFiles(createXlsxParts(book));
}

const ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet";

export function createOdsParts(tables: string): Record<string, Uint8Array> {
  const xmlns = ["office", "table", "text", "calcext"].map((name) => `xmlns:${name}="urn:${name}"`).join(" ");
  const content = `${HEAD}<office:document-content ${xmlns}><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
  return { mimetype: Buffer.from(ODS_TYPE), "content.xml": Buffer.from(content) };
}

/** @param tables The `table:table` elements. */
export function createOds(tables: string): Promise<Buffer> {
  return zipFiles(createOdsParts(tables));
}
