import type { CardRecord } from "./exports.records.ts";

/** By which an import knows the table as ours. */
export const CSV_HEAD = "\uFEFFPregunta,Respuesta,Etiquetas,Carpeta,Formato\r\n";

/** The rows of some cards, siblings together. A text with gaps is one row: `shown` holds the groups that had theirs. */
export function csvRows(
  cards: readonly CardRecord[],
  folderNames: ReadonlyMap<number, string>,
  shown: { group: string | null },
): string {
  return cards
    .filter((card) => {
      const isGap = /^c\d/.test(card.variant ?? "");
      if (isGap && card.groupId !== null && card.groupId === shown.group) return false;
      shown.group = card.groupId;
      return true;
    })
    .map(({ front, back, tags, folderId, format }) =>
      csvRow([front, back, tags.map(csvTag).join(" "), folderNames.get(folderId) ?? "", format]),
    )
    .join("");
}

function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** What a spreadsheet would run as a formula gets an apostrophe, and so does what would lose one of its own at import. */
function csvCell(text: string): string {
  const safe = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A space is `_`, so that spaces part tags. */
function csvTag(tag: string): string {
  return tag.replace(/[\\_]/g, "\\$&").replaceAll(" ", "_");
}
