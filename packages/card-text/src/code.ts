// Code in cards without Markdown.

/** A run of lines that are all code or all prose, or such a run of characters of a line. `start` is unique among the parts of a text. */
export type TextPart = { code: boolean; text: string; start: number };

const FENCE = /^\s*```[^`]*$/;
const INLINE = /`([^`\n]+)`/;
const INDENTED = /^(?: {4}|\t)\s*\S/;
const LIST_ITEM = /^\s*(?:[-*•–+]|\d+[.)])\s/;

/**
 * Splits a text into prose and code. Code is what is between two lines of three backticks, which are not part of it,
 * and a paragraph in which a line begins with four spaces or a tab, unless that line is an item of a list.
 */
export function splitCodeBlocks(text: string): TextPart[] {
  const lines = text.split("\n");
  const blocks: TextPart[] = [];
  for (let start = 0; start < lines.length; ) {
    const end = fenceEnd(lines, start);
    if (end === undefined) {
      const behind = paragraphEnd(lines, start);
      const paragraph = lines.slice(start, behind);
      append(blocks, { code: paragraph.some(isIndented), text: paragraph.join("\n"), start });
      start = behind;
    } else {
      append(blocks, { code: true, text: lines.slice(start + 1, end).join("\n"), start });
      start = end + 1;
    }
  }
  return blocks;
}

/** Splits prose into text and what is between two backticks on one line, which are not part of it. */
export function splitInlineCode(text: string): TextPart[] {
  return text
    .split(INLINE)
    .map((part, index) => ({ code: index % 2 === 1, text: part, start: index }))
    .filter((part) => part.text !== "");
}

/** Returns a text without the signs that distinguish code from prose. */
export function removeCodeSigns(text: string): string {
  const shown = ({ code, text: block }: TextPart) =>
    code
      ? block
      : splitInlineCode(block)
          .map((part) => part.text)
          .join("");
  return splitCodeBlocks(text).map(shown).join("\n");
}

/** Joins paragraphs of prose, with the empty lines between them. */
function append(blocks: TextPart[], block: TextPart): void {
  const last = blocks.at(-1);
  if (last && !last.code && !block.code) last.text += `\n${block.text}`;
  else blocks.push(block);
}

/** Finds the line that closes the fence at `start`. */
function fenceEnd(lines: readonly string[], start: number): number | undefined {
  if (!FENCE.test(lines[start] ?? "")) return undefined;
  const end = lines.findIndex((line, index) => index > start && FENCE.test(line));
  return end === -1 ? undefined : end;
}

/** Finds the end of a paragraph: the next empty line or fence. An empty line is a paragraph of its own. */
function paragraphEnd(lines: readonly string[], start: number): number {
  if (isBlank(lines[start] ?? "")) return start + 1;
  const end = lines.findIndex((line, index) => index > start && (isBlank(line) || FENCE.test(line)));
  return end === -1 ? lines.length : end;
}

function isIndented(line: string): boolean {
  return INDENTED.test(line) && !LIST_ITEM.test(line);
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}
