// Finds cards in notes, written as for Obsidian's flashcard plugins: `Question::Answer`, `:::` for both directions, `?` or `??`
// on a line between question and answer, and `Q:` before `A:` (in Spanish `P:` before `R:`).

export interface NoteCard {
  readonly front: string;
  readonly back: string;
  /** True if a second card shows the answer and asks for the question. */
  readonly isBoth: boolean;
  readonly tags: readonly string[];
}

export interface Note {
  readonly cards: readonly NoteCard[];
  /** Lines that are not part of a card. */
  readonly others: readonly string[];
  /** True if a plugin has stored review dates in the note. */
  readonly hasSchedule: boolean;
}

export function readNote(text: string): Note {
  const { tags, body } = splitProperties(text.replace(/\r\n?/g, "\n"));
  const reader = new NoteReader(tags);
  for (const block of splitIntoBlocks(removeComments(body))) reader.read(block);
  reader.finish();
  return { cards: reader.cards, others: reader.others, hasSchedule: body.includes("<!--SR:") };
}

const SAMPLE_LENGTH = 200_000;
const SIGNS = /::|^[ \t]*\?\??[ \t]*$|^[ \t]*(?:[-*][ \t]+)?(?:\*\*)?(?:[AQPR]|Respuesta|Answer)(?:\*\*)?:/m;

const TABLE_SEPARATORS = [";", "|", " - ", " – ", " — "];

/** Reads a text as a note; returns null if it is more likely a table or a list. */
export function parseNote(text: string): Note | null {
  const sample = text.slice(0, SAMPLE_LENGTH);
  if (sample.includes("\t") || /^\ufeff?#separator:/.test(sample) || !SIGNS.test(sample)) return null;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  // `std::vector;list` and `std::map;table` are a table.
  if (TABLE_SEPARATORS.some((separator) => lines.every((line) => line.trim().includes(separator)))) return null;
  const note = readNote(text);
  return note.cards.length > 0 && note.others.length <= lines.length / 2 ? note : null;
}

class NoteReader {
  readonly cards: NoteCard[] = [];
  readonly others: string[] = [];
  readonly #noteTags: readonly string[];
  #tags: readonly string[] = [];
  /** The lines of a labelled question whose answer may follow in the next block. */
  #question: string[] | null = null;

  constructor(tags: readonly string[]) {
    this.#noteTags = tags;
  }

  read(block: readonly string[]): void {
    const lines = this.#removeTagLines(block);
    const separator = lines.findIndex((line) => /^\s*\?\??\s*$/.test(line));
    if (this.#question && !ANSWER.test(lines[0] ?? "")) this.finish();
    if (this.#question || lines.some((line) => QUESTION.test(line))) this.#readLabels(lines);
    else if (separator > 0) {
      const [front, back] = [lines.slice(0, separator), lines.slice(separator + 1)];
      this.#add(front, back, (lines[separator] as string).trim() === "??");
    } else for (const line of lines) this.#readLine(line);
  }

  finish(): void {
    if (this.#question) this.others.push(...this.#question);
    this.#question = null;
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

  #readLine(line: string): void {
    const { text, tags } = splitTags(line.includes("\n") ? "" : line);
    const at = findSeparator(text);
    const isBoth = at >= 0 && text[at + 2] === ":";
    const front = at < 0 ? "" : text.slice(0, at).replace(MARKER, "");
    const back = at < 0 ? "" : text.slice(at + (isBoth ? 3 : 2));
    if (front.trim() === "" || back.trim() === "") this.others.push(line);
    else this.#add([front], [back], isBoth, tags);
  }

  #readLabels(lines: readonly string[]): void {
    let question = this.#question;
    let answer: string[] | null = null;
    this.#question = null;
    for (const line of lines) {
      const questionMatch = QUESTION.exec(line);
      const answerMatch = ANSWER.exec(line);
      if (questionMatch) {
        if (question) this.#endCard(question, answer);
        question = [questionMatch[1] as string];
        answer = null;
      } else if (answerMatch && question && !answer) answer = [answerMatch[1] as string];
      else if (question) (answer ?? question).push(line);
      else this.others.push(line);
    }
    if (question && answer) this.#endCard(question, answer);
    else this.#question = question;
  }

  #endCard(question: string[], answer: string[] | null): void {
    if (answer) this.#add(question, answer, false);
    else this.others.push(...question);
  }

  #add(front: readonly string[], back: readonly string[], isBoth: boolean, tags: readonly string[] = []): void {
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

const createLabelPattern = (words: string) =>
  new RegExp(
    `^[ \\t]*(?:[-*+][ \\t]+|\\d{1,4}[.)][ \\t]+)?(?:\\*\\*|__)?(?:${words})(?:\\*\\*|__)?[:：](?:\\*\\*|__)?[ \\t]*([\\s\\S]*)$`,
  );
const QUESTION = createLabelPattern("[QP]|[Pp]regunta|PREGUNTA|[Qq]uestion|QUESTION");
const ANSWER = createLabelPattern("[AR]|[Rr]espuesta|RESPUESTA|[Aa]nswer|ANSWER");

/** Signs of lists, headings and quotations at the start of a line, which are not part of a question. */
const MARKER = /^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,4}[.)]\s+|#{1,6}\s+|>\s?)?/;

/** Returns the offset of `::` in a line outside of code, formulas and gaps; -1 if there is none. */
function findSeparator(line: string): number {
  return line.replace(/`[^`]*`|\$[^$]*\$|\{\{c\d{1,4}::[^{}]*\}\}/g, (code) => " ".repeat(code.length)).indexOf("::");
}

/** Yields the parts of a text between blank lines. A block of code counts as one line. */
function* splitIntoBlocks(text: string): Iterable<string[]> {
  let block: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      block[block.length - 1] += `\n${line}`;
      if (mark?.startsWith(fence)) fence = null;
    } else if (line.trim() === "") {
      if (block.length > 0) yield block;
      block = [];
    } else {
      block.push(line);
      if (mark !== undefined) fence = mark;
    }
  }
  if (block.length > 0) yield block;
}

const PROPERTIES = /^\ufeff?---[ \t]*\n/;

/** Separates a text from Obsidian's properties, which are YAML between two lines of dashes, and returns their tags. */
function splitProperties(text: string): { tags: string[]; body: string } {
  const start = PROPERTIES.exec(text)?.[0].length;
  const end = start === undefined ? -1 : text.indexOf("\n---", start - 1);
  if (start === undefined || end < 0) return { tags: [], body: text.replace(/^\ufeff/, "") };
  const found = /^tags?:[ \t]*(.*(?:\n[ \t]*-[ \t].*)*)/m.exec(text.slice(start, end).slice(0, 10_000))?.[1] ?? "";
  const names = found.split(/[[\],\n]|\s-\s|^-\s/).map((name) => name.replace(/^[\s"'#-]+|[\s"']+$/g, ""));
  const after = text.indexOf("\n", end + 1);
  return {
    tags: names.filter((name) => name !== "").map(removeTagPrefix),
    body: after < 0 ? "" : text.slice(after + 1),
  };
}

function removeComments(text: string): string {
  return removeBetween(removeBetween(text, "<!--", "-->"), "%%", "%%");
}

function removeBetween(text: string, opening: string, closing: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(opening, from);
    const end = start < 0 ? -1 : text.indexOf(closing, start + opening.length);
    if (end < 0) break;
    pieces.push(text.slice(from, start));
    from = end + closing.length;
  }
  return pieces.join("") + text.slice(from);
}

const TAG = /^#[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*$/u;
/** In UTF-16 units. Longer words are text. */
const MAX_NOTE_TAG_LENGTH = 200;

/** Separates a text from the tags at its beginning and its end. */
function splitTags(line: string): { text: string; tags: string[] } {
  let text = line.trim();
  const tags: string[] = [];
  for (let first = /^#\S+/.exec(text)?.[0]; first && isTag(first); first = /^#\S+/.exec(text)?.[0]) {
    tags.push(removeTagPrefix(first.slice(1)));
    text = text.slice(first.length).trimStart();
  }
  for (let at = text.lastIndexOf(" #"); at >= 0 && isTag(text.slice(at + 1)); at = text.lastIndexOf(" #")) {
    tags.push(removeTagPrefix(text.slice(at + 2)));
    text = text.slice(0, at).trimEnd();
  }
  return { text, tags };
}

function isTag(text: string): boolean {
  return text.length <= MAX_NOTE_TAG_LENGTH && TAG.test(text);
}

/** Removes the prefix of a tag that names a deck. In Obsidian `#flashcards/biología` announces cards and names their deck. */
function removeTagPrefix(tag: string): string {
  return tag.replace(/^(?:flashcards?|cards?|tarjetas?)\//i, "");
}

function isSubjectTag(tag: string): boolean {
  return tag !== "" && !/^(?:flashcards?|cards?|tarjetas?)$/i.test(tag);
}
