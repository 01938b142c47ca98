// Recognises cards as Mochi writes them, with `---` on a line between the sides, among texts with rules and headings.
import { readArrowLine } from "./arrows.ts";
import { readLabel } from "./labels.ts";

/** Returns whether a line divides the sides of a card. Rules and headings of Markdown often look different. */
export function isDivider(line: string): boolean {
  return line.trim() === "---";
}

const MAX_QUESTION_LENGTH = 300;
const MAX_ANSWER_LENGTH = 2000;
const MAX_ANSWER_LINES = 12;

/** Returns whether the rules of a text divide sides of cards: a text that is one short card, or a text of many. */
export function findMochiCards(blocks: readonly (readonly string[])[]): boolean {
  const dividers = blocks.flat().filter(isDivider).length;
  if (dividers === 0) return false;
  const tight = blocks.filter(isTightCard).length;
  if (tight >= 2) return tight >= blocks.length / 2;
  return dividers === 1 && isShortCard(blocks);
}

/** Returns whether a block is a card by itself: two or three sides without blank lines. */
function isTightCard(block: readonly string[]): boolean {
  const sides = splitAtDividers(block);
  return sides.length >= 2 && sides.length <= 3 && sides.every((side) => side.length > 0) && isQuestion(sides[0] ?? []);
}

function isShortCard(blocks: readonly (readonly string[])[]): boolean {
  const lines = blocks.flat();
  const [front = [], back = []] = splitAtDividers(lines);
  // A rule above the third block divides more than a question from its answer.
  const at = blocks.findIndex((block) => block.some(isDivider));
  if (at > 1 || back.length === 0 || back.length > MAX_ANSWER_LINES || !isQuestion(front)) return false;
  if (lines.some((line) => readLabel(line) !== null || readArrowLine(line, "items") !== null)) return false;
  return back.join("\n").length <= MAX_ANSWER_LENGTH && !back.some((line) => /^#{1,6}\s/.test(line));
}

/** Returns whether lines are short enough to ask something. A heading only does if it is a question. */
function isQuestion(lines: readonly string[]): boolean {
  const text = lines.join("\n");
  if (text.trim() === "" || text.length > MAX_QUESTION_LENGTH || lines.length > 3) return false;
  return !/^#{1,6}\s/.test(text) || /\?\s*$/.test(text);
}

/** Splits lines at those that divide sides, and returns one list more than there are such lines. */
export function splitAtDividers(lines: readonly string[]): string[][] {
  const sides: string[][] = [[]];
  for (const line of lines) {
    if (isDivider(line)) sides.push([]);
    else sides.at(-1)?.push(line);
  }
  return sides;
}
