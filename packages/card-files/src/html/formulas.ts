// Converts formulas and sounds, for which Anki has a syntax of its own, to elements before the HTML is parsed.
import { formulaToHtml, latexToHtml } from "#latex/latex.ts";
import type { LossKey } from "#losses.ts";

const BEGIN = /<[^<>]*>|\\\(|\\\[|\[latex\]|\[\$\$?\]|\[sound:|\{\{c\d{1,9}::|\}\}/gi;

const ENDS: Record<string, string> = {
  "\\(": "\\)",
  "\\[": "\\]",
  "[latex]": "[/latex]",
  "[$]": "[/$]",
  "[$$]": "[/$$]",
  "[sound:": "]",
};

/**
 * Replaces formulas by `<img data-tex>` and sounds by `<img data-sound>`. An opening sign that is never closed is left unchanged.
 * @param onLoss Called for LaTeX that is lost or left as source.
 */
export function markFormulas(html: string, onLoss: (loss: LossKey) => void): string {
  const unclosed = new Set<string>();
  let written = "";
  let done = 0;
  let gaps = 0;
  for (const match of html.matchAll(BEGIN)) {
    const sign = match[0].toLowerCase();
    if (match.index < done) continue;
    if (sign.startsWith("{{")) gaps++;
    if (sign === "}}") gaps = Math.max(0, gaps - 1);
    const end = ENDS[sign];
    if (end === undefined || unclosed.has(end)) continue;
    const inside = match.index + sign.length;
    const at = findEnd(html, end, inside);
    if (at < 0) {
      unclosed.add(end);
      continue;
    }
    written += html.slice(done, match.index) + convertToElement(sign, html.slice(inside, at), gaps > 0, onLoss);
    done = at + end.length;
  }
  return written + html.slice(done);
}

const LATEX_END = /\[\/latex\]/gi;

function findEnd(html: string, end: string, from: number): number {
  if (end !== "[/latex]") return html.indexOf(end, from);
  // People write `[/LaTeX]` too.
  LATEX_END.lastIndex = from;
  return LATEX_END.exec(html)?.index ?? -1;
}

function convertToElement(sign: string, inside: string, isInGap: boolean, onLoss: (loss: LossKey) => void): string {
  if (sign === "[sound:") return `<img data-sound src="${quoteAttribute(inside)}">`;
  const tex = inside.replace(/<br\b[^<>]*>|<\/?(?:div|p)\b[^<>]*>/gi, "\n").replace(/<[^<>]*>/g, "");
  if (sign === "[latex]") return latexToHtml(tex, isInGap, onLoss);
  return formulaToHtml(tex, (sign === "\\[" || sign === "[$$]") && !isInGap);
}

function quoteAttribute(html: string): string {
  return html.replaceAll('"', "&quot;");
}
