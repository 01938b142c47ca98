// Code in cards without Markdown.

/** Consecutive lines, or characters of a line, that are all code or all prose. `start` is unique among the parts of a text. */
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
    const end = findFenceEnd(lines, start);
    if (end === undefined) {
      const next = findParagraphEnd(lines, start);
      const paragraph = lines.slice(start, next);
      appendBlock(blocks, { code: paragraph.some(isIndented), text: paragraph.join("\n"), start });
      start = next;
    } else {
      appendBlock(blocks, { code: true, text: lines.slice(start + 1, end).join("\n"), start });
      start = end + 1;
    }
  }
  return blocks;
}

/** Splits prose into text and code. Code is what is between two backticks on one line, which are not part of it. */
export function splitInlineCode(text: string): TextPart[] {
  return text
    .split(INLINE)
    .map((part, index) => ({ code: index % 2 === 1, text: part, start: index }))
    .filter((part) => part.text !== "");
}

/** Returns a text without the signs that distinguish code from prose. */
export function removeCodeSigns(text: string): string {
  const formatBlock = ({ code, text: block }: TextPart) =>
    code
      ? block
      : splitInlineCode(block)
          .map((part) => part.text)
          .join("");
  return splitCodeBlocks(text).map(formatBlock).join("\n");
}

/** Appends a block, or joins it to the last one if both are prose. */
function appendBlock(blocks: TextPart[], block: TextPart): void {
  const last = blocks.at(-1);
  if (last && !last.code && !block.code) last.text += `\n${block.text}`;
  else blocks.push(block);
}

/** Finds the line that closes the fence at `start`. */
function findFenceEnd(lines: readonly string[], start: number): number | undefined {
  if (!FENCE.test(lines[start] ?? "")) return undefined;
  const end = lines.findIndex((line, index) => index > start && FENCE.test(line));
  return end === -1 ? undefined : end;
}

/** Finds the end of a paragraph: the next empty line or fence. An empty line is a paragraph of its own. */
function findParagraphEnd(lines: readonly string[], start: number): number {
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
