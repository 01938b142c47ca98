// Collects the rows of a spreadsheet within limits that apply to all of its sheets together.
import { UnreadableFile } from "#unreadable-file.ts";

export interface Worksheet {
  readonly name: string;
  readonly rows: string[][];
  readonly isHidden: boolean;
}

const MAX_ROWS = 200_000;
const MAX_CELLS = 1_000_000;
/** A table in a text file has the same limit. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** No list of cards has more columns, while sheets may have 16,384. */
export const MAX_COLUMNS = 256;
const MAX_SHEETS = 200;

/** Twice the longest side of a card. */
const MAX_CELL_LENGTH = 40_000;
const CUT = "…";

/** Appends to the text of a cell. A text that is cut is still too long for a card, and is therefore reported. */
export function extendCell(text: string, piece: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text + piece.slice(0, MAX_CELL_LENGTH + 1);
  return text.endsWith(CUT) ? text : text + CUT;
}

/** Copies a slice of a larger text, so that the larger one does not stay in memory with it. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** Collects the sheets of a spreadsheet and their rows. */
export class WorksheetCollector {
  readonly sheets: Worksheet[] = [];
  #rows = 0;
  #cells = 0;
  #characters = 0;

  /** @throws UnreadableFile beyond the limit on sheets. */
  addSheet(name: string, isHidden = false): Worksheet {
    if (this.sheets.length === MAX_SHEETS) throw new UnreadableFile("spreadsheetTooLarge");
    const sheet = { name, rows: [], isHidden };
    this.sheets.push(sheet);
    return sheet;
  }

  /**
   * Adds a row unless it is blank.
   *
   * @throws UnreadableFile beyond the limits on rows, cells and characters.
   */
  addRow(sheet: Worksheet, row: readonly (string | undefined)[]): void {
    let filled = 0;
    for (const text of row) {
      if (!text) continue;
      filled++;
      this.#characters += text.length;
    }
    if (filled === 0) return;
    this.#rows++;
    this.#cells += row.length;
    if (this.#rows > MAX_ROWS || this.#cells > MAX_CELLS || this.#characters > MAX_CHARACTERS) {
      throw new UnreadableFile("spreadsheetTooLarge");
    }
    sheet.rows.push(Array.from(row, (text) => text ?? ""));
  }
}
