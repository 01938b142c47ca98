// Finds the labels that name the sides of a card, as people and chat assistants write them: `**Anverso:** ...`,
// `### Tarjeta 2`, `1. Front: ... | Back: ...`.

/** A line that begins with a label, without the label. */
export interface LabelledLine {
  readonly side: "question" | "answer" | "tags";
  readonly text: string;
  /** True for a word such as `Respuesta`, false for a letter such as `R`, which also begins other lines. */
  readonly isWord: boolean;
}

const QUESTIONS =
  "pregunta|question|anverso|frente|front(?: side)?|(?:cara|lado|side) a|parte frontal|t[eé]rmino|term|concepto|concept|palabra|word|pergunta|recto|termo|terme|conceito";
const ANSWERS =
  "(?:respuesta|answer)(?: correcta)?|correct answer|reverso|dorso|back(?: side)?|(?:cara|lado|side) b|" +
  "parte trasera|atr[aá]s|definici[oó]n|definition|significado|meaning|traducci[oó]n|translation|" +
  "soluci[oó]n|solution|resposta|r[eé]ponse|verso|defini[cç][aã]o|d[eé]finition";
const TAGS = "etiquetas?|tags?";
const CARDS = "tarjeta|carta|ficha|flash ?card|card|cart[aã]o|carte";

/** Signs of quotations, headings and lists, and pictures, which may precede a label. */
const START =
  "[ \\t]*(?:>[ \\t]?)?(?:#{1,6}[ \\t]+)?(?:[-*+•◦▪][ \\t]+)?(?:\\(?(?:\\d{1,4}|[a-z])[.)][ \\t]+)?(?:#{1,6}[ \\t]+)?" +
  "(?:[\\d\\p{Extended_Pictographic}\\u25a0-\\u25ff][\\u{fe0f}\\u{200d}\\u{20e3}\\p{Extended_Pictographic}]{0,6}[ \\t]*)?";
const MARKS = "(?:\\*{1,3}|__?)?";
const NUMBER = "(?:[ \\t]*(?:#|n[.º°o]{1,2}[ \\t]*)?\\d{1,4})?";
const CARD_NUMBER = `(?:${CARDS})[ \\t]*(?:#|n[.º°o]{1,2}[ \\t]*)?\\d{1,4}(?:[ \\t]*(?:/|de|of)[ \\t]*\\d{1,4})?`;

const createPattern = (words: string, flags: string) =>
  new RegExp(
    `^${START}(${MARKS})(?:\\d{1,4}[.)][ \\t]+)?(?:${CARD_NUMBER}[ \\t]*[-–—:.|]?[ \\t]*\\(?)?` +
      `(?:${words})${NUMBER}(?:[ \\t]*\\([^()\\n]{1,40}\\))?\\)?(${MARKS})[ \\t]*` +
      `(?:(?:[:：](?![:：])|[ \\t][-–—→][ \\t])(${MARKS})|(?=\\s*$))[ \\t]*([\\s\\S]*)$`,
    flags,
  );

const PATTERNS = (
  [
    ["question", "[QP]", "u", false],
    ["answer", "[AR]", "u", false],
    ["question", QUESTIONS, "iu", true],
    ["answer", ANSWERS, "iu", true],
    ["tags", TAGS, "iu", true],
  ] as const
).map(([side, words, flags, isWord]) => ({ side, isWord, pattern: createPattern(words, flags) }));

/** The longest beginning of a line in which a label may end, in UTF-16 units. */
const MAX_LABEL_LENGTH = 160;

/** Returns a line that begins with a label, without that; null for any other line. */
export function readLabel(line: string): LabelledLine | null {
  const beginning = line.slice(0, MAX_LABEL_LENGTH);
  for (const { side, isWord, pattern } of PATTERNS) {
    const found = pattern.exec(beginning);
    if (!found) continue;
    const [whole, open, close, closeAfter = "", start] = found as unknown as [string, string, string, string?, string?];
    // Without a colon only a heading or a line in bold is a label.
    const hasColon = /[:：]|[ \t][-–—→][ \t]*$/.test(whole.slice(0, whole.length - (start ?? "").length));
    if (!isWord && !/[:：]/.test(whole)) continue;
    if (!hasColon && (!isWord || (open === "" && !/^[ \t]*#/.test(line)))) continue;
    const text = (start ?? "") + line.slice(beginning.length);
    if (open === "" || close !== "") return { side, isWord, text: closeAfter + text };
    return { side, isWord, text: closeAfter === "" ? removeClosingMarks(text, open) : text };
  }
  return null;
}

/** Removes the second pair of marks where a whole line is bold, as in `**Anverso: ¿Qué es?**`. */
function removeClosingMarks(text: string, marks: string): string {
  const end = text.trimEnd();
  if (end.endsWith(marks)) return end.slice(0, -marks.length);
  return end.includes(marks) ? end.replace(marks, "") : text;
}

const INSIDE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ANSWERS}|[AR])${NUMBER}(?:[ \\t]*\\([^()\\n]{1,40}\\))?${MARKS}[:：]${MARKS}`,
  "giu",
);
/** The characters before a label that are inspected. */
const MAX_SEPARATOR_LENGTH = 20;

/** Separates a question from an answer on the same line, as in `¿Capital de Francia? | Respuesta: París`; null without one. */
export function splitAtAnswer(text: string): { question: string; answer: string } | null {
  for (const { 0: label, index } of text.matchAll(INSIDE)) {
    const from = Math.max(0, index - MAX_SEPARATOR_LENGTH);
    const before = text.slice(from, index);
    const separator =
      /(?:[ \t]+[-/]|[ \t]*(?:[|;/—–→]|->|<br ?\/?>)|(?<=[?.!)»"”]))[ \t]*(?:\*{1,3}|__?)?$/u.exec(before) ??
      /[ \t]+(?:\*\*|__)$/.exec(before);
    const isLetter = /^[ar]\b/i.test(label) && !/^[AR]/.test(label);
    if (!separator || isLetter) continue;
    const question = text.slice(0, from + separator.index).trim();
    if (question !== "") return { question, answer: text.slice(index + label.length).trim() };
  }
  return null;
}

const CARD_HEADING = new RegExp(
  `^${START}${MARKS}(?:${CARD_NUMBER}|\\d{1,4}(?=[.)]?${MARKS}[ \\t]*$))[ \\t]*${MARKS}[ \\t]*(?:[:：.)–—-][ \\t]*${MARKS}|$)[ \\t]*([\\s\\S]*)$`,
  "iu",
);
const ONLY_NUMBER = /^[ \t]*(?:#{1,6}[ \t]+)?(?:\*\*)?\d{1,4}[.)]?(?:\*\*)?[ \t]*$/;

/** Returns the title of a heading such as `Tarjeta 2: La célula`, empty if it has none; null for other lines. */
export function readCardHeading(line: string): string | null {
  if (line.length > MAX_LABEL_LENGTH * 4) return null;
  if (ONLY_NUMBER.test(line)) return "";
  const title = CARD_HEADING.exec(line)?.[1];
  return title === undefined ? null : title.replace(/(?:\*{1,3}|__?)[ \t]*$/, "");
}

/** Splits the text of a label for tags, `#uno, dos; tres`, and returns the tags without signs. */
export function splitTagList(text: string): string[] {
  return text
    .split(/[,;]|\s+(?=#)/)
    .map((tag) => tag.replace(/^[\s#*_`]+|[\s*_`.]+$/g, ""))
    .filter((tag) => tag !== "");
}
