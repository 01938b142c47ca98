// Formats numbers of Excel's cells as Excel shows them in Spanish.

export type CellKind = "number" | "percent" | "date";

/** The ranges of built-in date formats, which have a number and no code (ECMA-376, 18.8.30). */
const DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
const PERCENTS = [9, 10];

/** @param codes The codes of custom formats, by the format's number. */
export function classifyFormats(formats: readonly number[], codes: ReadonlyMap<number, string>): CellKind[] {
  return formats.map((format) => classifyFormat(format, codes.get(format)));
}

function classifyFormat(format: number, code: string | undefined): CellKind {
  if (code === undefined) {
    if (DATES.some(([first, last]) => format >= first && format <= last)) return "date";
    return PERCENTS.includes(format) ? "percent" : "number";
  }
  // Quoted words, escaped letters and colours are no signs of a date and are removed. Brackets around hours mark durations and
  // are kept.
  const signs = code.slice(0, 255).replace(/"[^"]*"|\\.|[_*].|\[(?![hms]+\])[^\]]*\]/gi, "");
  if (/[dmyhs]/i.test(signs)) return "date";
  return signs.includes("%") ? "percent" : "number";
}

/**
 * Returns the number of a cell as a text: a date, a percentage or a number, with a decimal comma.
 *
 * @param stored The number as it is written in the XML.
 * @param startsIn1904 Whether the file counts dates from 1904, as old ones of a Mac do, rather than from 1900.
 */
export function formatValue(stored: string, kind: CellKind, startsIn1904: boolean): string {
  const value = stored.trim() === "" ? Number.NaN : Number(stored);
  if (!Number.isFinite(value)) return stored.trim();
  if (kind === "percent") return `${formatNumber(value * 100)} %`;
  return (kind === "date" ? formatDate(value, startsIn1904) : null) ?? formatNumber(value);
}

/** Rounds to the 15 digits that Excel shows, so that 0,1 + 0,2 is 0,3. */
function formatNumber(value: number): string {
  return String(Number(value.toPrecision(15))).replace(".", ",");
}

const DAY_SECONDS = 86_400;
/** The last day of 9999, on which Excel's calendar ends. */
const LAST_DAY = 2_958_465;
/** The days between Excel's two calendars. */
const FROM_1900_TO_1904 = 1462;
/** Excel's calendar has a 29 February 1900, so the days before 1 March are counted from another date. */
const FIRST_OF_MARCH_1900 = 61;

function formatDate(value: number, startsIn1904: boolean): string | null {
  const seconds = Math.round((value + (startsIn1904 ? FROM_1900_TO_1904 : 0)) * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  if (day < 0 || day > LAST_DAY) return null;
  const time = formatTime(seconds - day * DAY_SECONDS);
  if (day === 0) return time;
  const fromFirst = day < FIRST_OF_MARCH_1900 ? day + 1 : day;
  const date = new Date(Date.UTC(1899, 11, 30 + fromFirst))
    .toISOString()
    .slice(0, 10)
    .split("-")
    .toReversed()
    .join("/");
  return seconds % DAY_SECONDS === 0 ? date : `${date} ${time}`;
}

function formatTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts
    .slice(0, seconds % 60 === 0 ? 2 : 3)
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
