// What Anki writes between its own brackets: formulas and sounds. They become elements before the HTML is parsed.

const BEGIN = /<[^<>]*>|\\\(|\\\[|\[latex\]|\[\$\$?\]|\[sound:|\{\{c\d{1,9}::|\}\}/gi;

const ENDS: Record<string, string> = {
  "\\(": "\\)",
  "\\[": "\\]",
  "[latex]": "[/latex]",
  "[$]": "[/$]",
  "[$$]": "[/$$]",
  "[sound:": "]",
};

/** Formulas as `<img data-tex>` and sounds as `<img data-sound>`. What is opened and never closed stays as it is. */
export function markFormulas(html: string): string {
  const endless = new Set<string>();
  let marked = "";
  let done = 0;
  let gaps = 0;
  for (const match of html.matchAll(BEGIN)) {
    const sign = match[0].toLowerCase();
    if (match.index < done) continue;
    if (sign.startsWith("{{")) gaps++;
    if (sign === "}}") gaps = Math.max(0, gaps - 1);
    const end = ENDS[sign];
    if (end === undefined || endless.has(end)) continue;
    const inside = match.index + sign.length;
    const at = indexOf(html, end, inside);
    if (at < 0) {
      endless.add(end);
      continue;
    }
    marked += html.slice(done, match.index) + element(sign, html.slice(inside, at), gaps > 0);
    done = at + end.length;
  }
  return marked + html.slice(done);
}

const LATEX_END = /\[\/latex\]/gi;

function indexOf(html: string, end: string, from: number): number {
  if (end !== "[/latex]") return html.indexOf(end, from);
  // People write `[/LaTeX]` too.
  LATEX_END.lastIndex = from;
  return LATEX_END.exec(html)?.index ?? -1;
}

function element(sign: string, inside: string, isInGap: boolean): string {
  if (sign === "[sound:") return `<img data-sound src="${quoted(inside)}">`;
  const tex = inside.replace(/<br\b[^<>]*>|<\/?(?:div|p)\b[^<>]*>/gi, "\n").replace(/<[^<>]*>/g, "");
  if (sign === "[latex]") return latex(tex, isInGap);
  return formula(tex, (sign === "\\[" || sign === "[$$]") && !isInGap);
}

function formula(tex: string, isBlock: boolean): string {
  const plain = tex.replace(/[\t ]*\n\s*/g, "\n");
  return `<img data-tex="${quoted(plain)}"${isBlock ? " data-block" : ""}>`;
}

const DOLLARS = /\$\$([^$]*)\$\$|\$([^$]*)\$/g;

/** A piece of a LaTeX document: text with formulas in it, or one formula. */
function latex(tex: string, isInGap: boolean): string {
  if (/\$|\\[([]/.test(tex)) {
    const marked = tex.replace(DOLLARS, (_all, block, inline) => {
      return formula(block ?? inline, block !== undefined && !isInGap);
    });
    return markFormulas(marked);
  }
  return /[\\^_]/.test(tex) ? formula(tex, !isInGap) : tex;
}

function quoted(html: string): string {
  return html.replaceAll('"', "&quot;");
}
