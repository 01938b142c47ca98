/** Whether a text may hold formulas, so that what draws them is worth loading. */
export function mayHaveFormulas(text: string): boolean {
  return /\$|\\[([]|`\s*math\b/.test(text);
}

const CODE = /`+|~{3,}/y;

/** `\(...\)` and `\[...\]` in the dollars that the parser knows. What stands in code stays. */
export function withDollars(text: string): string {
  if (!/\\[([]/.test(text)) return text;
  let written = "";
  let at = 0;
  while (at < text.length) {
    const part = codeAt(text, at) ?? formulaAt(text, at) ?? plainAt(text, at);
    written += part.written;
    at = part.end;
  }
  return written;
}

type Part = { written: string; end: number };

/** A run of backticks or tildes, with what it opens where something closes it. */
function codeAt(text: string, at: number): Part | undefined {
  CODE.lastIndex = at;
  const fence = CODE.exec(text)?.[0];
  if (fence === undefined) return undefined;
  const opened = at + fence.length;
  const closed = text.indexOf(fence, opened);
  const end = closed === -1 ? opened : closed + fence.length;
  return { written: text.slice(at, end), end };
}

function formulaAt(text: string, at: number): Part | undefined {
  const opening = text.slice(at, at + 2);
  if (opening !== "\\(" && opening !== "\\[") return undefined;
  const isBlock = opening === "\\[";
  const closed = text.indexOf(isBlock ? "\\]" : "\\)", at + 2);
  // A formula ends with its paragraph.
  const paragraph = text.indexOf("\n\n", at);
  if (closed === -1 || (paragraph !== -1 && paragraph < closed)) return { written: opening, end: at + 2 };
  const formula = text.slice(at + 2, closed).trim();
  if (formula === "" || formula.includes("$$")) return { written: text.slice(at, closed + 2), end: closed + 2 };
  return { written: isBlock ? `$$${formula}$$` : inline(formula), end: closed + 2 };
}

function inline(formula: string): string {
  const fence = formula.includes("$") ? "$$$" : "$";
  return `${fence}${formula}${fence}`;
}

/** Up to the next sign that may begin something; a backslash takes the sign behind it along. */
function plainAt(text: string, at: number): Part {
  const begins = text[at] === "\\" ? at + 2 : at + 1;
  const next = /[\\`~]/g;
  next.lastIndex = begins;
  const end = Math.min(text.length, next.exec(text)?.index ?? text.length);
  return { written: text.slice(at, Math.max(end, begins)), end: Math.max(end, begins) };
}
