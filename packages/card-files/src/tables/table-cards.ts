import { gapNumbers, MAX_GAPS } from "@repasa/card-text/gaps.ts";
import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import { MAX_SIDE_LENGTH } from "@repasa/contract/cards.limits.ts";
import type { TableReading } from "@repasa/contract/imports.ts";
import { deckToFolder, selectTags } from "#anki/note-fields.ts";
import { convertGaps, escapeGaps } from "#html/gaps.ts";
import { readHtml } from "#html/html.ts";
import { toPlainText, writeMarkdown } from "#html/markdown.ts";
import type { LossCounter } from "#losses.ts";
import type { MaterialCard } from "#material.ts";
import { NO_MEDIA } from "#media/archived-media.ts";
import { restoreFormulas } from "./formula-cells.ts";
import type { Directives } from "./table-directives.ts";

/** Rows of a table whose columns are known. */
export interface TableSection {
  readonly rows: readonly Row[];
  /** The number of rows of the table before these. */
  readonly before: number;
  readonly columns: TableReading["columns"];
  readonly directives: Directives;
  /** The rows were written by our own export. */
  readonly isOurs: boolean;
  readonly noteType: number | null;
  /** The rows whose cells are Markdown. */
  readonly markdown: ReadonlySet<Row>;
}

type Row = readonly string[];
export type Draft = {
  front: string;
  back: string;
  format: CardFormat;
  tags: string[];
  folder: string | null;
  guid: string | null;
};

/**
 * Converts the rows of a section to cards, one, a pair or one for each gap of a row, and reports what is lost. Two rows of our
 * export that are each other's reverse become a pair again.
 */
export function* readSectionCards(section: TableSection, losses: LossCounter): Iterable<MaterialCard> {
  let previous: { draft: Draft; place: number } | null = null;
  for (const [index, row] of section.rows.entries()) {
    const place = section.before + index;
    losses.beginCard();
    const draft = createDraft(row, section, losses);
    if (previous && draft && section.isOurs && areReverses(previous.draft, draft)) {
      yield* createPair(previous.draft, previous.place);
      previous = null;
      continue;
    }
    if (previous) yield* createCards(previous.draft, previous.place);
    previous = draft && { draft, place };
  }
  if (previous) yield* createCards(previous.draft, previous.place);
}

/** In our own tables a card is followed by its reverse. */
function areReverses(one: Draft, other: Draft): boolean {
  const isSame = one.front === other.back && one.back === other.front && one.front !== one.back;
  const isAlike =
    one.format === other.format && one.folder === other.folder && one.tags.join("\0") === other.tags.join("\0");
  return isSame && isAlike && findGapNumbers(one).length === 0;
}

function findGapNumbers({ front, format }: Draft): number[] {
  const numbers = format === "markdown" ? gapNumbers(front) : [];
  return numbers.every((number) => number >= 1 && number <= MAX_GAPS) ? numbers : [];
}

/** Returns a card and its reverse, unless both would ask the same or the card has gaps. */
export function createPair(draft: Draft, place: number): MaterialCard[] {
  const { front, back } = draft;
  if (front === back || findGapNumbers(draft).length > 0) return createCards(draft, place);
  const group = `row ${place}`;
  return [createCard(draft, group, null), createCard({ ...draft, front: back, back: front }, group, "reverse")];
}

/**
 * Returns the card of a row, or one for each gap, as siblings; none if the back is empty.
 *
 * @param place The row's place in the whole table, from 0, which names the group of siblings.
 */
export function createCards(draft: Draft, place: number): MaterialCard[] {
  const numbers = findGapNumbers(draft);
  if (numbers.length === 0) return draft.back === "" ? [] : [createCard(draft, null, null)];
  return numbers.map((number) => createCard(draft, `row ${place}`, `c${number}`));
}

function createCard(
  { front, back, format, tags, folder, guid }: Draft,
  group: string | null,
  variant: string | null,
): MaterialCard {
  const template = variant?.startsWith("c") ? Number(variant.slice(1)) - 1 : 0;
  return {
    folder,
    front,
    back,
    format,
    tags,
    group,
    variant,
    note: guid === null ? null : { guid, template },
    suspended: false,
    createdAt: null,
    reviews: [],
    schedule: null,
    isNew: true,
    exact: null,
  };
}

function createDraft(row: Row, section: TableSection, losses: LossCounter): Draft | null {
  const cell = (column: number | null | undefined) =>
    column === null || column === undefined ? "" : cleanText(row[column], section);
  const { columns, directives } = section;
  const sides = section.isOurs
    ? readOwnSides(cell)
    : section.markdown.has(row)
      ? { front: cell(columns.front), back: formatBack(cell, row, section), format: "markdown" as const }
      : convertSides(cell(columns.front), formatBack(cell, row, section), cell(section.noteType), section, losses);
  const draft = {
    ...sides,
    tags: selectTags(
      section.isOurs ? parseOwnTags(cell(columns.tags)) : parseTags(`${cell(columns.tags)} ${directives.tags ?? ""}`),
      losses,
    ),
    folder: section.isOurs
      ? cell(columns.folder).slice(0, 255).trim() || null
      : deckToFolder(cell(columns.folder) || (directives.deck ?? "")),
    guid: cell(directives.guidColumn).slice(0, 200) || null,
  };
  const isBlank = row.every((text) => text.trim() === "");
  const isWhole = draft.front !== "" && (draft.back !== "" || findGapNumbers(draft).length > 0);
  const isShort = draft.front.length <= MAX_SIDE_LENGTH && draft.back.length <= MAX_SIDE_LENGTH;
  if (isBlank) return null;
  if (!isWhole) losses.add("incompleteRow", 1, row.join(" "));
  else if (!isShort) losses.add("longSide", 1, draft.front);
  return isWhole && isShort ? draft : null;
}

/** Returns the answer, followed by the text of the extra column. */
function formatBack(
  cell: (column: number | null | undefined) => string,
  row: Row,
  { columns, directives, markdown }: TableSection,
): string {
  const texts = [cell(columns.back), cell(columns.extra)].filter((text) => text !== "");
  return texts.join(directives.isHtml && !markdown.has(row) ? "<br><br>" : "\n\n");
}

function cleanText(text: string | undefined, { isOurs }: TableSection): string {
  const cell = (text ?? "").replaceAll("\0", "").toWellFormed();
  return (isOurs ? restoreFormulas(cell) : cell).trim();
}

const FORMAT = 4;

function readOwnSides(cell: (column: number) => string): Pick<Draft, "front" | "back" | "format"> {
  const [front, back] = [cell(0), cell(1)];
  return { front, back, format: cell(FORMAT).toLowerCase() === "markdown" ? "markdown" : "plain" };
}

/** Parses tags of our own tables: a space separates them, `_` is a space inside a tag, and a backslash escapes the next character. */
function parseOwnTags(text: string): string[] {
  return text.split(/ +/).map((tag) => tag.replace(/\\(.)|_/g, (_all, sign?: string) => sign ?? " "));
}

function parseTags(text: string): string[] {
  return text.split(/[,;]/.test(text) ? /[,;]/ : /\s+/);
}

function convertSides(
  front: string,
  back: string,
  noteType: string,
  { directives }: TableSection,
  losses: LossCounter,
): Pick<Draft, "front" | "back" | "format"> {
  if (!directives.isHtml) return { front, back, format: "plain" };
  const hasGaps = /cloze|hueco|lückentext|texte à trous/i.test(noteType || (directives.noteType ?? ""));
  const context = { losses, sample: () => front, media: NO_MEDIA.find };
  const roots = [
    readHtml(hasGaps ? convertGaps(front) : escapeGaps(front), context),
    readHtml(escapeGaps(back), context),
  ] as const;
  const plain = hasGaps ? null : [toPlainText(roots[0]), toPlainText(roots[1])];
  if (plain && plain[0] !== null && plain[1] !== null)
    return { front: plain[0] as string, back: plain[1] as string, format: "plain" };
  return { front: writeMarkdown(roots[0]), back: writeMarkdown(roots[1]), format: "markdown" };
}
