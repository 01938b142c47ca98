// Writes the cells of our tables for an export, and reads them back for an import.

/** The names of the columns of our own tables. */
export const OWN_COLUMNS = ["Pregunta", "Respuesta", "Etiquetas", "Carpeta", "Formato"] as const;

// Spreadsheets evaluate a cell that begins with one of these signs, and may split cells at separators and line breaks. Quotation
// marks in front do not help, because a spreadsheet that splits elsewhere takes them for the quotes around a cell. Some
// spreadsheets skip tabs and line breaks at the start of a cell.
const FORMULA = /(?<=^|[;,\t\r\n])(?=['"]*[=+\-@＝＋＠－])|^(?=['"]*[\t\r\n])/g;
const NEUTRALIZED = /(?<=^|[;,\t\r\n])'(?=['"]*[=+\-@＝＋＠－])|^'(?=['"]*[\t\r\n])/g;

/** Puts an apostrophe before everything that a spreadsheet would evaluate as a formula. */
export function neutralizeFormulas(text: string): string {
  return text.replace(FORMULA, "'");
}

/** Removes the apostrophes again. `restoreFormulas(neutralizeFormulas(text))` equals `text` for every text. */
export function restoreFormulas(text: string): string {
  return text.replace(NEUTRALIZED, "");
}
