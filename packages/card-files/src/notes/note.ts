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
  /** The lines that belong to no card. */
  readonly others: readonly string[];
  /** True if a plugin has stored review dates in the note. */
  readonly hasSchedule: boolean;
}

export function readNote(text: string): Note {
  const { tags, body } = withoutProperties(text.replace(/\r\n?/g, "\n"));
  const reader = new NoteReader(tags);
  for (const block of splitIntoBlocks(withoutComments(body))) reader.read(block);
  reader.finish();
  return { cards: reader.cards, others: reader.others, hasSchedule: body.includes("<!--SR:") };
}

const SEEN = 200_000;
const SIGNS = /::|^[ \t]*\?\??[ \t]*$|^[ \t]*(?:[-*][ \t]+)?(?:\*\*)?(?:[AQPR]|Respuesta|Answer)(?:\*\*)?:/m;

const TABLE_SEPARATORS = [";", "|", " - ", " – ", " — "];

/** Reads a text as a note; returns null if it is more likely a table or a list. */
export function parseNote(text: string): Note | null {
  const seen = text.slice(0, SEEN);
  if (seen.includes("\t") || /^\ufeff?#separator:/.test(seen) || !SIGNS.test(seen)) return null;
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
  /** A labelled question whose answer may follow in the next block. */
  #asked: string[] | null = null;

  constructor(tags: readonly string[]) {
    this.#noteTags = tags;
  }

  read(block: readonly string[]): void {
    const lines = this.#withoutTagLines(block);
    const separator = lines.findIndex((line) => /^\s*\?\??\s*$/.test(line));
    if (this.#asked && !ANSWER.test(lines[0] ?? "")) this.finish();
    if (this.#asked || lines.some((line) => QUESTION.test(line))) this.#readLabels(lines);
    else if (separator > 0) {
      const [front, back] = [lines.slice(0, separator), lines.slice(separator + 1)];
      this.#add(front, back, (lines[separator] as string).trim() === "??");
    } else for (const line of lines) this.#readLine(line);
  }

  finish(): void {
    if (this.#asked) this.others.push(...this.#asked);
    this.#asked = null;
  }

  /** Removes lines of nothing but tags. They apply to the cards below, up to the next such line. */
  #withoutTagLines(lines: readonly string[]): string[] {
    return lines.filter((line) => {
      const { text, tags } = withoutTags(line);
      if (text !== "" || tags.length === 0) return true;
      this.#tags = tags;
      return false;
    });
  }

  #readLine(line: string): void {
    const { text, tags } = withoutTags(line.includes("\n") ? "" : line);
    const at = separatorIn(text);
    const isBoth = at >= 0 && text[at + 2] === ":";
    const front = at < 0 ? "" : text.slice(0, at).replace(MARKER, "");
    const back = at < 0 ? "" : text.slice(at + (isBoth ? 3 : 2));
    if (front.trim() === "" || back.trim() === "") this.others.push(line);
    else this.#add([front], [back], isBoth, tags);
  }

  #readLabels(lines: readonly string[]): void {
    let asked = this.#asked;
    let answer: string[] | null = null;
    this.#asked = null;
    for (const line of lines) {
      const question = QUESTION.exec(line);
      const answered = ANSWER.exec(line);
      if (question) {
        if (asked) this.#close(asked, answer);
        asked = [question[1] as string];
        answer = null;
      } else if (answered && asked && !answer) answer = [answered[1] as string];
      else if (asked) (answer ?? asked).push(line);
      else this.others.push(line);
    }
    if (asked && answer) this.#close(asked, answer);
    else this.#asked = asked;
  }

  #close(asked: string[], answer: string[] | null): void {
    if (answer) this.#add(asked, answer, false);
    else this.others.push(...asked);
  }

  #add(front: readonly string[], back: readonly string[], isBoth: boolean, tags: readonly string[] = []): void {
    const question = withoutTags(front.join("\n"));
    const card = { front: question.text, back: back.join("\n").trim(), isBoth };
    if (card.front === "" || card.back === "") this.others.push(...front, ...back);
    else
      this.cards.push({
        ...card,
        tags: [...this.#noteTags, ...this.#tags, ...question.tags, ...tags].filter(isSubject),
      });
  }
}

const LABEL = (words: string) =>
  new RegExp(
    `^[ \\t]*(?:[-*+][ \\t]+|\\d{1,4}[.)][ \\t]+)?(?:\\*\\*|__)?(?:${words})(?:\\*\\*|__)?[:：](?:\\*\\*|__)?[ \\t]*([\\s\\S]*)$`,
  );
const QUESTION = LABEL("[QP]|[Pp]regunta|PREGUNTA|[Qq]uestion|QUESTION");
const ANSWER = LABEL("[AR]|[Rr]espuesta|RESPUESTA|[Aa]nswer|ANSWER");

/** Signs of lists, headings and quotations at the start of a line, which are not part of a question. */
const MARKER = /^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,4}[.)]\s+|#{1,6}\s+|>\s?)?/;

/** Returns the place of `::` in a line outside of code, formulas and gaps; -1 if there is none. */
function separatorIn(line: string): number {
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

/** Removes Obsidian's properties, which are YAML between two lines of dashes, and returns the tags that they hold. */
function withoutProperties(text: string): { tags: string[]; body: string } {
  const start = PROPERTIES.exec(text)?.[0].length;
  const end = start === undefined ? -1 : text.indexOf("\n---", start - 1);
  if (start === undefined || end < 0) return { tags: [], body: text.replace(/^\ufeff/, "") };
  const found = /^tags?:[ \t]*(.*(?:\n[ \t]*-[ \t].*)*)/m.exec(text.slice(start, end).slice(0, 10_000))?.[1] ?? "";
  const names = found.split(/[[\],\n]|\s-\s|^-\s/).map((name) => name.replace(/^[\s"'#-]+|[\s"']+$/g, ""));
  const after = text.indexOf("\n", end + 1);
  return { tags: names.filter((name) => name !== "").map(tagNamed), body: after < 0 ? "" : text.slice(after + 1) };
}

function withoutComments(text: string): string {
  return withoutBetween(withoutBetween(text, "<!--", "-->"), "%%", "%%");
}

function withoutBetween(text: string, opening: string, closing: string): string {
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
const TAG_LONGEST = 200;

/** Removes the tags at the beginning and the end of a text. */
function withoutTags(line: string): { text: string; tags: string[] } {
  let text = line.trim();
  const tags: string[] = [];
  for (let first = /^#\S+/.exec(text)?.[0]; first && isTag(first); first = /^#\S+/.exec(text)?.[0]) {
    tags.push(tagNamed(first.slice(1)));
    text = text.slice(first.length).trimStart();
  }
  for (let at = text.lastIndexOf(" #"); at >= 0 && isTag(text.slice(at + 1)); at = text.lastIndexOf(" #")) {
    tags.push(tagNamed(text.slice(at + 2)));
    text = text.slice(0, at).trimEnd();
  }
  return { text, tags };
}

function isTag(text: string): boolean {
  return text.length <= TAG_LONGEST && TAG.test(text);
}

/** Returns a tag's name. In Obsidian `#flashcards/biología` announces cards and names their deck. */
function tagNamed(tag: string): string {
  return tag.replace(/^(?:flashcards?|cards?|tarjetas?)\//i, "");
}

function isSubject(tag: string): boolean {
  return tag !== "" && !/^(?:flashcards?|cards?|tarjetas?)$/i.test(tag);
}
