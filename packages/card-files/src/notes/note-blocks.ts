// Splits the text of a note into blocks, and separates properties, comments and tags from it.
import { readLabel } from "./labels.ts";

/** Yields the parts of a text between blank lines. A block of code counts as one line. */
export function* splitIntoBlocks(text: string): Iterable<string[]> {
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
export function splitProperties(text: string): { tags: string[]; body: string } {
  const start = PROPERTIES.exec(text)?.[0].length;
  const end = start === undefined ? -1 : text.indexOf("\n---", start - 1);
  if (start === undefined || end < 0 || !areProperties(text.slice(start, end + 1)))
    return { tags: [], body: text.replace(/^\ufeff/, "") };
  const found = /^tags?:[ \t]*(.*(?:\n[ \t]*-[ \t].*)*)/m.exec(text.slice(start, end).slice(0, 10_000))?.[1] ?? "";
  const names = found.split(/[[\],\n]|\s-\s|^-\s/).map((name) => name.replace(/^[\s"'#-]+|[\s"']+$/g, ""));
  const after = text.indexOf("\n", end + 1);
  return {
    tags: names.filter((name) => name !== "").map(removeTagPrefix),
    body: after < 0 ? "" : text.slice(after + 1),
  };
}

const PROPERTY = /^(?:["']?[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,60}["']?:(?:\s|$)|#)/u;

/** Returns whether lines between dashes are YAML. They may also be a text between two rules, or a card with labels. */
function areProperties(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.some((line) => ["question", "answer"].includes(readLabel(line)?.side ?? ""))) return false;
  return lines.every((line, index) => PROPERTY.test(line) || (index > 0 && /^[\s\]}-]/.test(line)));
}

/** Removes comments of HTML and of Obsidian, `%%...%%`. One that does not end is text. */
export function removeComments(text: string): string {
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

/** Separates a line from the tags at its beginning and its end, and returns these without `#`. */
export function splitTags(line: string): { text: string; tags: string[] } {
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

/** Returns whether a tag says what a card is about, rather than that it is one, as `#flashcards` does. */
export function isSubjectTag(tag: string): boolean {
  return tag !== "" && !/^(?:flashcards?|cards?|tarjetas?)$/i.test(tag);
}
