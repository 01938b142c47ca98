/** Losses of whole cards; all others are losses of parts of a card, or of other contents of a file. */
const WHOLE_CARDS = [
  "imageOcclusion",
  "missingFront",
  "missingBack",
  "missingGap",
  "largeGapNumber",
  "longSide",
  "missingNote",
  "missingNoteType",
  "missingTemplate",
  "incompleteRow",
  "unreadableCard",
] as const;

/** A key for something that a card cannot show, or for contents of a file that are no card. */
export type LossKey =
  | (typeof WHOLE_CARDS)[number]
  /** JavaScript. */
  | "scripts"
  /** Colours and backgrounds of texts. */
  | "colours"
  /** Underlines become italics. */
  | "underlines"
  /** Hidden texts become visible. */
  | "hiddenTexts"
  /** Styles of a template that distinguish texts. */
  | "templateStyles"
  /** Drawings, videos and pages inside a text. */
  | "embeddedContent"
  /** Images and sounds on other hosts become links. */
  | "remoteMedia"
  /** Files that a text names and the archive lacks. */
  | "missingMedia"
  /** Files that are no image or sound that can be shown. */
  | "unsupportedMedia"
  /** Images and sounds written into a text that cannot be shown. */
  | "unsupportedDataUrls"
  | "largeMedia"
  /** LaTeX that stays as it is written. */
  | "unsupportedLatex"
  /** HTML nested too deeply becomes text. */
  | "deepHtml"
  /** A template's text to speech. */
  | "textToSpeech"
  /** Tags that are too long or too many. */
  | "excessTags"
  | "hiddenSheets"
  /** Lines of a note that are no card. */
  | "unrecognizedLines"
  /** The dates that Obsidian stores in notes. */
  | "obsidianSchedule"
  /** Records of an exported account that cannot be read. */
  | "unreadableRecords"
  | "subscription"
  | "feedbackMessages"
  /** The weights of the memory model, which are fitted again. */
  | "memoryModel";

/** A loss, the number of its occurrences, and the card or file in which it first occurred. */
export type Loss = { readonly key: LossKey; readonly count: number; readonly sample: string };

/** Returns whether a loss takes whole cards, rather than a part of them. */
export function isLossOfCards(key: string): key is (typeof WHOLE_CARDS)[number] {
  return (WHOLE_CARDS as readonly string[]).includes(key);
}

const MAX_SAMPLE_LENGTH = 120;

/** Counts the losses while a file is read. */
export class LossCounter {
  readonly #counts = new Map<LossKey, { count: number; sample: string; seen: Set<string>; lastCard: number }>();
  #card = 0;

  beginCard(): void {
    this.#card++;
  }

  /** Counts a loss once for the current card, however often it occurs there. */
  addForCard(key: LossKey, sample: string): void {
    const entry = this.#entry(key, sample);
    if (entry.lastCard === this.#card) return;
    entry.lastCard = this.#card;
    entry.count++;
  }

  /** Counts the loss of a file once, however many cards name it. */
  addForFile(key: LossKey, name: string): void {
    const entry = this.#entry(key, name);
    if (entry.seen.has(name)) return;
    entry.seen.add(name);
    entry.count++;
  }

  add(key: LossKey, count: number, sample: string): void {
    if (count > 0) this.#entry(key, sample).count += count;
  }

  clear(): void {
    this.#counts.clear();
    this.#card = 0;
  }

  list(): Loss[] {
    return [...this.#counts].map(([key, { count, sample }]) => ({ key, count, sample }));
  }

  #entry(key: LossKey, sample: string) {
    const known = this.#counts.get(key);
    if (known) return known;
    const entry = { count: 0, sample: shorten(sample), seen: new Set<string>(), lastCard: -1 };
    this.#counts.set(key, entry);
    return entry;
  }
}

function shorten(text: string): string {
  const line = text
    .slice(0, 4 * MAX_SAMPLE_LENGTH)
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed();
  return line.length > MAX_SAMPLE_LENGTH ? `${line.slice(0, MAX_SAMPLE_LENGTH - 1).toWellFormed()}…` : line;
}
