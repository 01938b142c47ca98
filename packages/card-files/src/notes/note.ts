// Finds cards in notes, as Obsidian's plugins, RemNote, Mochi and chat assistants write them: `Question::Answer` and other signs
// on one line (`arrows.ts`), `?`, `??` or `---` on a line between question and answer, and labels (`labels.ts`).
import { type Arrows, MARKER, readArrowLine } from "./arrows.ts";
import { type LabelledLine, readCardHeading, readLabel, splitAtAnswer, splitTagList } from "./labels.ts";
import { findMochiCards, isDivider, splitAtDividers } from "./mochi.ts";
import { isSubjectTag, removeComments, splitIntoBlocks, splitProperties, splitTags } from "./note-blocks.ts";

interface NoteCard {
  readonly front: string;
  readonly back: string;
  /** True if a second card shows the answer and asks for the question. */
  readonly isBoth: boolean;
  readonly tags: readonly string[];
}

export interface Note {
  readonly cards: readonly NoteCard[];
  /** The number of cards whose sides have labels. */
  readonly labelled: number;
  /** Lines that are not part of a card. */
  readonly others: readonly string[];
  /** True if a plugin has stored review dates in the note. */
  readonly hasSchedule: boolean;
}

/** Reads a text as a note, whatever it is. See `parseNote`. */
export function readNote(text: string): Note {
  const { tags, body } = splitProperties(text.replace(/\r\n?/g, "\n"));
  const blocks = [...splitIntoBlocks(removeComments(body))].flatMap(unwrapBlock);
  const reader = new NoteReader(tags, blocks);
  reader.readAll();
  const { cards, others, labelled } = reader;
  return { cards, labelled, others, hasSchedule: body.includes("<!--SR:") };
}

const TABLE_SEPARATORS = [";", "|", " - ", " – ", " — "];

/** Reads a text as a note; returns null if it is more likely a table or a list. */
export function parseNote(text: string): Note | null {
  // Tabs at the beginning of a line or after a label separate no cells.
  if (/[^\s:：*]\t/.test(text) || /^\ufeff?#separator:/.test(text)) return null;
  const note = readNote(text);
  if (note.labelled >= 2 || (note.labelled === 1 && note.others.length === 0)) return note;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  // `std::vector;list` and `std::map;table` are a table.
  if (TABLE_SEPARATORS.some((separator) => lines.every((line) => line.trim().includes(separator)))) return null;
  return note.cards.length > 0 && note.others.length <= lines.length / 2 ? note : null;
}

const FENCE_BEGIN = /^\s*(?:```|~~~)(?:te?xt|plaintext|markdown|md)?\s*$/;
const FENCE_END = /^\s*(?:```|~~~)\s*$/;

/** Takes a text with labels out of a block of code, in which chat assistants offer it for copying. */
function unwrapBlock(block: string[]): string[][] {
  const lines = block.length === 1 ? (block[0] as string).split("\n") : [];
  if (!FENCE_BEGIN.test(lines[0] ?? "") || !FENCE_END.test(lines.at(-1) ?? "")) return [block];
  const inside = lines.slice(1, -1);
  const sides = new Set(inside.map((line) => readLabel(line)?.side));
  return sides.has("question") && sides.has("answer") ? [...splitIntoBlocks(inside.join("\n"))] : [block];
}

/** A card whose sides are still being read. */
interface OpenCard {
  readonly question: string[];
  answer: string[] | null;
  readonly tags: string[];
  /** The lines as they were written. */
  readonly written: string[];
  readonly isWord: boolean;
  /** True if the label of the answer has a line of its own, so that paragraphs follow. */
  isLong: boolean;
}

class NoteReader {
  readonly cards: NoteCard[] = [];
  readonly others: string[] = [];
  labelled = 0;
  readonly #noteTags: readonly string[];
  readonly #blocks: readonly (readonly string[])[];
  readonly #arrows: Arrows;
  readonly #hasDividers: boolean;
  /** For each block, whether only paragraphs lie between it and the next card. */
  readonly #leadsToCard: readonly boolean[];
  #tags: readonly string[] = [];
  #card: OpenCard | null = null;
  /** The index in `others` of the lines directly above, which may ask what an answer with a label answers; null without any. */
  #looseFrom: number | null = null;

  constructor(noteTags: readonly string[], blocks: readonly (readonly string[])[]) {
    this.#noteTags = noteTags;
    this.#blocks = blocks;
    const lines = blocks.flat();
    const marked = lines.filter((line) => readArrowLine(line, "clear") !== null).length;
    this.#arrows = marked >= 2 && marked >= lines.length / 2 ? "all" : "items";
    this.#hasDividers = findMochiCards(blocks);
    this.#leadsToCard = findBlocksBeforeCards(blocks);
  }

  readAll(): void {
    if (this.#hasDividers && this.#readWholeAsCard()) return;
    for (const [index, block] of this.#blocks.entries()) {
      this.#readBlock(this.#removeTagLines(block), index);
    }
    this.#endCard();
  }

  /** Reads a text that is one card, whose sides may have several paragraphs. */
  #readWholeAsCard(): boolean {
    if (this.#blocks.filter((block) => block.some(isDivider)).length !== 1) return false;
    const lines = this.#blocks.flatMap((block, index) => (index === 0 ? block : ["", ...block]));
    const [front = [], ...sides] = splitAtDividers(this.#removeTagLines(lines));
    this.#add(
      front,
      sides.flatMap((side, index) => (index === 0 ? side : ["", ...side])),
      false,
    );
    return true;
  }

  #readBlock(lines: readonly string[], index: number): void {
    if (lines.every((line) => isDivider(line) || RULE.test(line))) {
      this.#endCard();
      this.#looseFrom = null;
    } else if (lines.some((line) => readLabel(line))) this.#readLabels(lines);
    else if (this.#continuesCard(lines, index)) this.#extendCard(["", ...lines]);
    else {
      this.#endCard();
      this.#looseFrom = null;
      this.#readUnlabelled(lines);
    }
  }

  #readUnlabelled(lines: readonly string[]): void {
    const separator = lines.findIndex((line) => /^\s*\?\??\s*$/.test(line));
    if (separator > 0) {
      const [front, back] = [lines.slice(0, separator), lines.slice(separator + 1)];
      this.#add(front, back, (lines[separator] as string).trim() === "??");
    } else if (this.#hasDividers && lines.some(isDivider)) {
      const [front = [], ...sides] = splitAtDividers(lines);
      this.#add(
        front,
        sides.flatMap((side, index) => (index === 0 ? side : ["", ...side])),
        false,
      );
    } else this.#readLines(lines);
  }

  /** Removes lines of nothing but tags. They apply to the cards below, up to the next such line. */
  #removeTagLines(lines: readonly string[]): string[] {
    return lines.filter((line) => {
      const { text, tags } = splitTags(line);
      if (text !== "" || tags.length === 0) return true;
      this.#tags = tags;
      return false;
    });
  }

  #readLines(lines: readonly string[]): void {
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as string;
      const { text, tags } = line.includes("\n") ? { text: "", tags: [] } : splitTags(line);
      const arrow = readArrowLine(/^\s*/.exec(line)?.[0] + text, this.#arrows);
      const children = arrow?.back === "" ? takeChildren(lines, at) : [];
      if (arrow === null || (arrow.back === "" && children.length === 0)) this.#addLoose(line);
      else {
        this.#add([arrow.front], arrow.back === "" ? removeIndent(children) : [arrow.back], arrow.isBoth, tags);
        at += children.length;
      }
    }
  }

  #addLoose(line: string): void {
    if (RULE.test(line)) return;
    this.#looseFrom ??= this.others.length;
    this.others.push(line);
  }

  /**
   * Returns whether a block belongs to the side that is being read: to an empty one, as a list or the like, or as a paragraph
   * before the next card.
   */
  #continuesCard(lines: readonly string[], index: number): boolean {
    if (!this.#card || lines.some((line) => readCardHeading(line) !== null)) return false;
    const side = this.#card.answer ?? this.#card.question;
    const isEmpty = side.every((line) => line.trim() === "");
    if (/^\s*#{1,6}\s/.test(lines[0] as string)) return false;
    if (readLabel(this.#blocks[index + 1]?.[0] ?? "")?.side === "answer" && this.#card.answer !== null && !isEmpty)
      return false;
    if (isEmpty) return true;
    if (lines.some((line) => (readArrowLine(line, this.#arrows)?.back ?? "") !== "")) return false;
    if (this.#card.isLong && this.#leadsToCard[index] === true && !isTitle(lines)) return true;
    const isExpected = /[:：]\**\s*$/.test(side.at(-1) as string);
    return (
      (isExpected || this.#card.isWord) &&
      /^\s*(?:[-*+•|]\s|\d{1,4}[.)]\s|[a-z][.)]\s|```|~~~|\$\$|\\\[)/.test(lines[0] as string)
    );
  }

  #readLabels(lines: readonly string[]): void {
    const labels = lines.map(readLabel);
    const following = findFollowing(labels);
    for (const [index, line] of lines.entries()) {
      const label = labels[index] as LabelledLine | null;
      if (label?.side === "question") this.#openCard(line, label);
      else if (label?.side === "answer" && (!this.#card || isAnswered(this.#card)) && label.isWord)
        this.#answerLoose(line, label);
      else if (label?.side === "answer" && this.#card && !isAnswered(this.#card)) {
        this.#card.written.push(line);
        this.#card.answer = [label.text];
        this.#card.isLong = label.text.trim() === "" && label.isWord;
      } else if (label?.side === "tags" && this.#card) {
        this.#card.written.push(line);
        this.#card.tags.push(...splitTagList(label.text));
      } else if (this.#card && !this.#beginsCard(line, following[index] ?? null)) this.#extendCard([line]);
      else {
        this.#endCard();
        this.#addLoose(line);
      }
    }
  }

  #openCard(line: string, { text, isWord }: LabelledLine): void {
    this.#endCard();
    const heading = this.#takeCardHeading();
    this.#looseFrom = null;
    const both = splitAtAnswer(text);
    const [question, answer] = both ? [[both.question], [both.answer]] : [[text], null];
    this.#card = { question, answer, tags: [], written: [...heading, line], isWord, isLong: false };
  }

  /** Reads an answer whose question has no label but stands directly above. */
  #answerLoose(line: string, { text }: LabelledLine): void {
    this.#endCard();
    const above = this.others.slice(
      Math.max(this.#looseFrom ?? this.others.length, this.others.length - MAX_LOOSE_LINES),
    );
    const from = Math.max(0, above.findLastIndex(looksLikeQuestion));
    const written = above.slice(from);
    if (!written.some((one) => looksLikeQuestion(one) || OPTION.test(one))) {
      this.#addLoose(line);
      return;
    }
    this.others.length -= written.length;
    const heading = this.#takeCardHeading();
    const question = [removeQuestionMarks(written[0] as string), ...written.slice(1)];
    this.#card = {
      question,
      answer: [findOption(written, text)],
      tags: [],
      written: [...heading, ...written, line],
      isWord: true,
      isLong: text.trim() === "",
    };
    this.#looseFrom = null;
  }

  /** Takes a heading such as `Tarjeta 2` directly above a card, which belongs to it. */
  #takeCardHeading(): string[] {
    const isAbove = this.#looseFrom !== null && this.others.length > this.#looseFrom;
    return isAbove && readCardHeading(this.others.at(-1) as string) === "" ? this.others.splice(-1) : [];
  }

  /** Returns whether a line ends the card above: a heading, a rule, or a question whose answer with a label follows. */
  #beginsCard(line: string, following: LabelledLine | null): boolean {
    if (RULE.test(line) || isDivider(line)) return true;
    if (/^\s*#{1,6}\s/.test(line) || readCardHeading(line)) return true;
    const isComplete = this.#card?.answer?.some((one) => one.trim() !== "") === true;
    if (readCardHeading(line) === "") return isComplete;
    const isNext = isComplete && following?.side === "answer" && following.isWord;
    return isNext && (looksLikeQuestion(line) || this.#card?.written.some((one) => OPTION.test(one)) === true);
  }

  #extendCard(lines: readonly string[]): void {
    if (!this.#card) return;
    (this.#card.answer ?? this.#card.question).push(...lines);
    this.#card.written.push(...lines.filter((line) => line !== ""));
  }

  #endCard(): void {
    const card = this.#card;
    this.#card = null;
    if (!card) return;
    const isWhole = [card.question, card.answer ?? []].every((side) => side.join("").trim() !== "");
    if (isWhole) {
      this.labelled++;
      this.#add(card.question, card.answer ?? [], false, card.tags);
    } else if (card.answer !== null || card.question.join("").trim() !== "") this.others.push(...card.written);
  }

  #add(front: readonly string[], back: readonly string[], isBoth: boolean, tags: readonly string[] = []): void {
    this.#looseFrom = null;
    const question = splitTags(front.join("\n"));
    const card = { front: question.text, back: back.join("\n").trim(), isBoth };
    if (card.front === "" || card.back === "") this.others.push(...front, ...back);
    else
      this.cards.push({
        ...card,
        tags: [...this.#noteTags, ...this.#tags, ...question.tags, ...tags].filter(isSubjectTag),
      });
  }
}

/** No question without a label is longer. */
const MAX_LOOSE_LINES = 50;

const RULE = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

function isAnswered({ answer }: OpenCard): boolean {
  return answer?.some((line) => line.trim() !== "") === true;
}

function findBlocksBeforeCards(blocks: readonly (readonly string[])[]): boolean[] {
  const found: boolean[] = [];
  let leads = false;
  for (let at = blocks.length - 1; at >= 0; at--) {
    const [first = ""] = blocks[at] as readonly string[];
    found[at] = leads;
    const label = readLabel(first)?.side;
    if (label === "question" || RULE.test(first) || readCardHeading(first) !== null) leads = at < blocks.length - 1;
    else if (label !== undefined || /^\s*#{1,6}\s/.test(first)) leads = false;
  }
  return found;
}

/** Returns whether a block introduces what follows, rather than belonging to what precedes it. */
function isTitle(lines: readonly string[]): boolean {
  return lines.length === 1 && /^\s*\*\*[^*]+\*\*\s*$|[:：]\**\s*$/.test((lines[0] as string).slice(-2000));
}

/** Returns for each line the next label below it. */
function findFollowing(labels: readonly (LabelledLine | null)[]): (LabelledLine | null)[] {
  const found: (LabelledLine | null)[] = [];
  let next: LabelledLine | null = null;
  for (let at = labels.length - 1; at >= 0; at--) {
    found[at] = next;
    next = labels[at] ?? next;
  }
  return found;
}

/** A line that asks by its form: a question mark, a number, a heading, or bold as a whole. */
function looksLikeQuestion(line: string): boolean {
  if (line.length > 2000 || OPTION.test(line) || readCardHeading(line) === "") return false;
  return (
    /\?["»”*_]*\s*$/.test(line) ||
    /^\s*(?:#{1,6}\s|(?:\*\*)?\d{1,4}[.)]\s)/.test(line) ||
    /^\s*(?:[-*]\s+)?\*\*[^*]+\*\*:?\s*$/.test(line) ||
    readCardHeading(line) !== null
  );
}

/** Removes the signs of a question that has no label: its heading, its number, and bold that marks all of it. */
function removeQuestionMarks(line: string): string {
  const title = readCardHeading(line);
  const text = (title || line).replace(MARKER, "").replace(MARKER, "").trim();
  const inside = /^\*\*([^*]+)\*\*:?$/.exec(text)?.[1] ?? text;
  return inside.replace(/^\d{1,4}[.)]\s+/, "");
}

/** An option of a question, as `a) París` or `B. Roma`. */
const OPTION = /^\s*(?:[-*]\s+)?(?:\*\*)?\(?([A-Ha-h])[.)](?:\*\*)?\s+\S/;

/** Returns the option that an answer names by its letter, or the answer itself. */
function findOption(question: readonly string[], answer: string): string {
  const letter = /^\W{0,4}([A-Ha-h])\W{0,4}$/.exec(answer)?.[1]?.toLowerCase();
  const option = question.find((line) => letter !== undefined && OPTION.exec(line)?.[1]?.toLowerCase() === letter);
  return option?.trim().replace(/^[-*]\s+/, "") ?? answer;
}

function measureIndent(line: string): number {
  return (/^[ \t]*/.exec(line)?.[0] ?? "").replaceAll("\t", "    ").length;
}

/** Returns the lines below that are indented more than the line itself. */
function takeChildren(lines: readonly string[], at: number): string[] {
  const indent = measureIndent(lines[at] as string);
  let end = at + 1;
  while (end < lines.length && measureIndent(lines[end] as string) > indent) end++;
  return lines.slice(at + 1, end);
}

function removeIndent(lines: readonly string[]): string[] {
  const indent = Math.min(...lines.map(measureIndent));
  return lines.map((line) => line.replaceAll("\t", "    ").slice(indent));
}
