/** A run of lines of one kind, or inside a line a run of characters of one kind. `start` tells parts of a text apart. */
export type TextPart = { code: boolean; text: string; start: number };

const FENCE = /^\s*```[^`]*$/;
const INLINE = /`([^`\n]+)`/;
const INDENTED = /^(?: {4}|\t)\s*\S/;
const LIST_ITEM = /^\s*(?:[-*•–+]|\d+[.)])\s/;

/**
 * Splits a card's text into prose and code. Code is what stands between two lines of three backticks, which are not
 * shown, and a paragraph in which a line begins with four spaces or a tab, unless that line is an item of a list.
 */
export function codeBlocksOf(text: string): TextPart[] {
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

/** Splits prose into words and what stands between two backticks on one line, which are not shown. */
export function inlineCodeOf(text: string): TextPart[] {
  return text
    .split(INLINE)
    .map((part, index) => ({ code: index % 2 === 1, text: part, start: index }))
    .filter((part) => part.text !== "");
}

/** The text as it is shown, in which nothing tells code from prose. */
export function withoutCodeSigns(text: string): string {
  const shown = ({ code, text: block }: TextPart) =>
    code
      ? block
      : inlineCodeOf(block)
          .map((part) => part.text)
          .join("");
  return codeBlocksOf(text).map(shown).join("\n");
}

/** Paragraphs of prose stay one text, with the empty lines between them. */
function append(blocks: TextPart[], block: TextPart): void {
  const last = blocks.at(-1);
  if (last && !last.code && !block.code) last.text += `\n${block.text}`;
  else blocks.push(block);
}

/** The line that closes the fence that opens here. */
function fenceEnd(lines: readonly string[], start: number): number | undefined {
  if (!FENCE.test(lines[start] ?? "")) return undefined;
  const end = lines.findIndex((line, index) => index > start && FENCE.test(line));
  return end === -1 ? undefined : end;
}

/** A paragraph ends before the next empty line or fence; an empty line is one of its own. */
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
