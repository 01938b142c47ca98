import { parseGapVariant } from "@repasa/card-text/variants.ts";
import type { ExportFormat } from "@repasa/contract/exports.ts";
import type { CardRecord } from "#repasa/card-record.ts";
import { neutralizeFormulas, OWN_COLUMNS } from "./formula-cells.ts";

export type TableFormat = Extract<ExportFormat, "csv" | "excel">;

const BYTE_ORDER_MARK = "\uFEFF";
const separators: Record<TableFormat, string> = { csv: ",", excel: ";" };

/** Returns whether a format is one of tables, `csv` or `excel`. */
export function isTableFormat(format: string): format is TableFormat {
  return Object.hasOwn(separators, format);
}

/** Returns the first lines, by which an import recognises the table. `sep=` makes Excel use the separator in every language. */
export function formatCsvHead(table: TableFormat): string {
  const separator = table === "excel" ? `sep=${separators.excel}\r\n` : "";
  return `${BYTE_ORDER_MARK}${separator}${formatRow(table, OWN_COLUMNS)}`;
}

/**
 * Formats the rows of cards. Siblings follow each other, and a text with gaps is one row: `shown.group` is the group of the last
 * card, in this call or an earlier one.
 */
export function formatCsvRows(
  table: TableFormat,
  cards: readonly CardRecord[],
  folderNames: ReadonlyMap<number, string>,
  shown: { group: string | null },
): string {
  return cards
    .filter((card) => {
      const isGap = parseGapVariant(card.variant) !== null;
      if (isGap && card.groupId !== null && card.groupId === shown.group) return false;
      shown.group = card.groupId;
      return true;
    })
    .map(({ front, back, tags, folderId, format }) =>
      formatRow(table, [front, back, tags.map(formatTag).join(" "), folderNames.get(folderId) ?? "", format]),
    )
    .join("");
}

function formatRow(table: TableFormat, cells: readonly string[]): string {
  return `${cells.map(formatCell).join(separators[table])}\r\n`;
}

function formatCell(text: string): string {
  return `"${neutralizeFormulas(text).replaceAll('"', '""')}"`;
}

/** Formats tags. Spaces inside a tag become `_`, because spaces separate tags. */
function formatTag(tag: string): string {
  return tag.replace(/[\\_]/g, "\\$&").replaceAll(" ", "_");
}
