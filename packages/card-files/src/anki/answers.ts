// Separates the answer from the question that the back of a card repeats. Everything else on the back is preserved.
import type { Piece } from "./templates.ts";

/** Returns the HTML of all pieces of a rendered side, one after another. */
export function joinHtml(pieces: readonly Piece[]): string {
  return pieces.map(({ html }) => html).join("");
}

/** @param rendered The rendered back. The answer to a gap is the front itself, so pieces with gaps are left out. */
export function findAnswer(rendered: readonly Piece[], front: readonly Piece[]): string {
  const back = removeFront(addTypedAnswers(rendered, front), front).filter(({ hasGaps }) => !hasGaps);
  const { above, below } = splitAtLine(back);
  const answer = joinHtml(below);
  if (isBlank(answer)) return removeSeparator(joinHtml(removeShownBeginning(front, above)) + answer);
  const more = joinHtml(selectUnshown(front, above));
  return isBlank(more) ? answer : `${removeSeparator(more)}<br><br>${answer}`;
}

/**
 * Adds the answers that the front asks to type, right after the front, where Anki compares them with the typed text. An answer
 * that the back shows in another field is not added again.
 */
function addTypedAnswers(back: readonly Piece[], front: readonly Piece[]): readonly Piece[] {
  const at = back.findIndex(({ source }) => source === "front");
  const typed = at < 0 ? [] : front.flatMap(({ typed }) => typed ?? []);
  if (typed.length === 0) return back;
  const shown = new Set(back.map(({ html }) => html.trim()));
  const answers = new Map(typed.map((html) => [html.trim(), html]));
  const more = [...answers].filter(([key]) => !shown.has(key)).map(([, html]): Piece => ({ html, source: "field" }));
  return back.toSpliced(at + 1, 0, ...more);
}

/** Removes the front from the beginning of the back if something follows it, or if the front is its own answer. */
function removeFront(back: readonly Piece[], front: readonly Piece[]): readonly Piece[] {
  if (back.find(({ html, source }) => source === "front" || html.trim() !== "")?.source === "front") return back;
  const question = trimPieces(front);
  const rest = trimPieces(back);
  const last = question.length - 1;
  for (const [index, { source, html }] of question.entries()) {
    const piece = rest[index];
    if (piece?.source !== source || !piece.html.startsWith(html)) return back;
    if (piece.html === html) continue;
    // Only a stretch of the template may continue past the end of the front; a field is either equal or a different one.
    if (index < last || source === "field") return back;
    rest.splice(index, 0, { source, html });
    rest[index + 1] = { source, html: piece.html.slice(html.length) };
  }
  const following = rest.slice(question.length);
  const isItsOwnAnswer = front.some(({ hasGaps }) => hasGaps);
  return last >= 0 && (isItsOwnAnswer || !isBlank(joinHtml(following))) ? following : back;
}

/** Drops pieces that show nothing and joins adjacent stretches of the template. */
function trimPieces(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const before = found.at(-1);
    if (piece.html === "" && piece.source !== "front") continue;
    if (piece.source === "template" && before?.source === "template") {
      found[found.length - 1] = { ...before, html: before.html + piece.html };
    } else found.push(piece);
  }
  const [first] = found;
  if (first?.source === "template") found.splice(0, 1, ...listUnlessEmpty({ ...first, html: first.html.trimStart() }));
  const last = found.at(-1);
  if (last?.source === "template") found.splice(-1, 1, ...listUnlessEmpty({ ...last, html: last.html.trimEnd() }));
  return found;
}

function listUnlessEmpty(piece: Piece): Piece[] {
  return piece.html === "" ? [] : [piece];
}

const ANSWER_ID = /\bid\s*=\s*["']?answer\b/i;

/** Finds the line in two steps, because a single expression would take long on an unclosed tag. */
function findAnswerLine(html: string): RegExpExecArray | undefined {
  return html.matchAll(/<hr\b[^<>]*>/gi).find(([tag]) => ANSWER_ID.test(tag));
}

function splitAtLine(back: readonly Piece[]): { above: readonly Piece[]; below: readonly Piece[] } {
  for (const [index, { source, html }] of back.entries()) {
    const line = source === "template" ? findAnswerLine(html) : undefined;
    if (!line) continue;
    const before: Piece = { source, html: html.slice(0, line.index) };
    const after: Piece = { source, html: html.slice(line.index + line[0].length) };
    return { above: [...back.slice(0, index), before], below: [after, ...back.slice(index + 1)] };
  }
  return { above: back, below: [] };
}

/** Returns the pieces that the front does not show. */
function selectUnshown(front: readonly Piece[], pieces: readonly Piece[]): Piece[] {
  if (pieces.every(({ html, source }) => html.trim() === "" && source !== "front")) return [];
  return markShown(front, pieces).flatMap(({ piece, isShown }) => (isShown ? [] : piece));
}

/**
 * Returns the pieces without those at their beginning that the front shows. Without a line only the beginning repeats the
 * question, and what follows is the answer.
 */
function removeShownBeginning(front: readonly Piece[], pieces: readonly Piece[]): readonly Piece[] {
  const marked = markShown(front, pieces);
  const at = marked.findIndex(({ piece, isShown }) => !isShown && !isBlank(piece.html));
  return at <= 0 ? pieces : marked.slice(at).map(({ piece }) => piece);
}

/**
 * Marks the pieces that the front shows. A stretch of the template before such a piece is its label, and is marked with it. Any
 * other stretch is compared line by line and without tags, because templates separate the same words differently on both sides.
 */
function markShown(front: readonly Piece[], pieces: readonly Piece[]): { piece: Piece; isShown: boolean }[] {
  const fields = new Set(front.flatMap(({ html, source }) => (source === "template" ? [] : html.trim())));
  const lines = new Set(front.flatMap(splitLines).map(({ html }) => extractWords(html)));
  lines.delete("");
  const isShown = (piece: Piece | undefined) =>
    piece !== undefined && (piece.source === "front" || (piece.source === "field" && fields.has(piece.html.trim())));
  const some = pieces.filter(({ html, source }) => html !== "" || source === "front");
  return some.flatMap((piece, index) => {
    const isLabel = piece.source === "template" && !MEDIA.test(piece.html) && isShown(some[index + 1]);
    if (isLabel || piece.source !== "template") return [{ piece, isShown: isLabel || isShown(piece) }];
    return splitLines(piece).map((line) => ({ piece: line, isShown: lines.has(extractWords(line.html)) }));
  });
}

/** Splits a stretch of the template before each tag that begins a line; returns no lines of fields. */
function splitLines({ html, source }: Piece): Piece[] {
  if (source !== "template") return [];
  return html.split(/(?=<(?:br|hr|\/?(?:div|p|li|tr|h[1-6]|section))\b)/i).map((line) => ({ html: line, source }));
}

function extractWords(html: string): string {
  return MEDIA.test(html) ? html.trim() : html.replace(/<[^<>]*>|&nbsp;|\s/g, "");
}

/** Removes the rule or the empty lines that separate the answer from the question. */
function removeSeparator(html: string): string {
  return html.replace(/^(?:\s|<br\b[^<>]*>|<hr\b[^<>]*>)+/i, "");
}

const MEDIA = /<(?:img|audio|video)\b|\[sound:/i;
const SCRIPT = /<(script|style)\b[\s\S]*?(?:<\/\1|$)/gi;

const BEGINS_WITH_TEXT = /^\s*[^\s<&]/;

function isBlank(html: string): boolean {
  if (BEGINS_WITH_TEXT.test(html)) return false;
  if (MEDIA.test(html)) return false;
  return html.replace(SCRIPT, "<").replace(/<[^<>]*>|&nbsp;|\s/g, "") === "";
}
