// Finds the signs between question and answer on one line: Obsidian's `::` and `:::`, and RemNote's `>>`, `<<`, `<>`, `>>>` and
// `;;`.

export interface ArrowLine {
  readonly front: string;
  /** Empty if the answer is in the lines below. */
  readonly back: string;
  readonly isBoth: boolean;
}

/** Signs of lists, headings and quotations at the start of a line, which are not part of a question. */
export const MARKER = /^\s*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,4}[.)]\s+|#{1,6}\s+|>\s?(?!>))?/;

/** Code, formulas, gaps and escaped signs, in which a sign separates nothing. */
const MASKED = /`[^`]*`|\$[^$]*\$|\{\{c\d{1,4}::[^{}]*\}\}|\\[<>:]/g;
const ARROWS = /<<<+|>>>+|<<|>>|<>|;;/g;

/**
 * `all` reads every arrow, in texts where most lines have one. Elsewhere comparisons, quotations and code contain arrows too:
 * `clear` leaves out comparisons, and `items` reads only list items.
 */
export type Arrows = "all" | "clear" | "items";

/** Returns the texts on both sides of a sign, without the signs of a list; null for any other line, such as one with two arrows. */
export function readArrowLine(line: string, which: Arrows): ArrowLine | null {
  const masked = line.replace(MASKED, (found) => " ".repeat(found.length));
  const colons = masked.indexOf("::");
  const arrows = [...masked.matchAll(ARROWS)];
  if (colons >= 0 && (arrows.length === 0 || colons < (arrows[0]?.index ?? 0))) return readColons(line, masked, colons);
  const [arrow] = arrows;
  if (!arrow || arrows.length > 1 || looksLikeCode(masked)) return null;
  if (which === "items" && !/^\s*[-*+•]\s/.test(line)) return null;
  if (which !== "all" && isComparison(masked, arrow.index)) return null;
  const left = line.slice(0, arrow.index).replace(MARKER, "").trim();
  const right = line.slice(arrow.index + arrow[0].length).trim();
  switch (arrow[0]) {
    case ">>":
    case ">>>":
    case ";;":
      return createLine(left, right, false);
    case "<<":
      return hasWord(right) ? createLine(right, left, false) : null;
    case "<>":
      return hasWord(right) ? createLine(left, right, true) : null;
    default:
      return null;
  }
}

function createLine(front: string, back: string, isBoth: boolean): ArrowLine | null {
  return hasWord(front) && (back === "" || hasWord(back)) ? { front, back, isBoth } : null;
}

const hasWord = (text: string) => /[^\s<>=:;,.(){}[\]|&-]/.test(text);

function readColons(line: string, masked: string, at: number): ArrowLine | null {
  const isTriple = masked[at + 2] === ":";
  const front = line.slice(0, at).replace(MARKER, "");
  const back = line.slice(at + (isTriple ? 3 : 2));
  if (front.trim() === "" || /[[(]$/.test(front) || isQualifiedName(front, back) || isAddress(front, back)) return null;
  return { front: front.trim(), back: back.trim(), isBoth: isTriple && back.trim() !== "" };
}

/** Recognises names of C++, Rust and PHP: `std::vector`, `Vec::new()`, `Foo::bar::baz`. */
function isQualifiedName(front: string, back: string): boolean {
  if (!/[\w>]$/.test(front.slice(-1)) || !/^[A-Za-z_~]/.test(back)) return false;
  return /(?:^|\W)(?:std|boost|crate|self|super)$/.test(front.slice(-20)) || /^~?\w{1,80}(?:\(|<|::|;)/.test(back);
}

/** Recognises addresses of IPv6, such as `fe80::1`. */
function isAddress(front: string, back: string): boolean {
  const address = `${/[\da-f:]*$/i.exec(front.slice(-45))?.[0]}::${/^[\da-f:]*/i.exec(back.slice(0, 45))?.[0]}`;
  return /\d/.test(address) && /[a-f]|\d:[\da-f]/i.test(address) && /^[\da-f]{2,4}:/i.test(address);
}

const CODE_END = /[;{}]\s*$|\)\s*=>/;
const CODE_WORDS =
  /\b(?:cin|cout|cerr|printf|std)\b|\becho\s|^\s*[$#%]\s|\b(?:SELECT|WHERE)\b|[=!]==?|\+=|\b(?:return|const|let|var|int)\s+\w+\s*[=;]/;

function looksLikeCode(masked: string): boolean {
  return CODE_END.test(masked.slice(-200)) || CODE_WORDS.test(masked.slice(0, 2000));
}

/** Recognises `n >> 1` and `a <> b`, with a number or a letter on each side. */
function isComparison(masked: string, at: number): boolean {
  const left = /(?:^|[\s(])[\w.,]*$/.exec(masked.slice(Math.max(0, at - 40), at).trimEnd())?.[0].trim() ?? "";
  const right = /^[\w.]*/.exec(masked.slice(at + 2, at + 40).trimStart())?.[0] ?? "";
  const isShort = (text: string) => /^(?:\w|[\d.,]+)$/.test(text);
  return isShort(left) && isShort(right);
}
