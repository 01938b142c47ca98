// Parses GIFT, the text format of Moodle's quizzes: https://docs.moodle.org/en/GIFT_format

export interface GiftQuestion {
  /** The text before the answers, and after them in a sentence with a gap. */
  readonly before: string;
  readonly after: string;
  readonly format: "html" | "markdown" | "plain";
  readonly answers: GiftAnswers;
  /** The path of its category, as `A/B`; empty if it has none. */
  readonly category: string;
  /** What the quiz tells after any answer. */
  readonly feedback: string;
}

type GiftAnswers =
  | { readonly kind: "truth"; readonly isTrue: boolean }
  | { readonly kind: "choice"; readonly options: readonly { readonly text: string; readonly isRight: boolean }[] }
  | { readonly kind: "pairs"; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly kind: "numbers"; readonly values: readonly string[] }
  /** An essay. */
  | { readonly kind: "none" };

export interface Gift {
  readonly questions: readonly GiftQuestion[];
  /** Texts that are no question. */
  readonly others: readonly string[];
}

/** Parses a text as GIFT; returns null if it is none. */
export function parseGift(text: string): Gift | null {
  if (!text.includes("{")) return null;
  const questions: GiftQuestion[] = [];
  const others: string[] = [];
  let category = "";
  for (const block of splitIntoBlocks(text)) {
    const lines = block.filter((line) => {
      const found = /^\s*\$CATEGORY:(.*)$/i.exec(line)?.[1];
      if (found !== undefined) category = cleanCategory(found);
      return found === undefined;
    });
    const question = lines.length === 0 ? null : parseQuestion(lines.join("\n").trim(), category);
    if (question) questions.push(question);
    else if (lines.length > 0) others.push(...lines);
  }
  const answered = questions.filter(({ answers }) => answers.kind !== "none").length;
  return answered > 0 && questions.length >= others.length ? { questions, others } : null;
}

/** Yields the lines between blank lines, without comments. */
function* splitIntoBlocks(text: string): Iterable<string[]> {
  let block: string[] = [];
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)) {
    if (/^\s*\/\//.test(line)) continue;
    if (line.trim() !== "") block.push(line);
    else {
      if (block.length > 0) yield block;
      block = [];
    }
  }
  if (block.length > 0) yield block;
}

/** In UTF-16 units. No side of a card may be longer. */
const MAX_QUESTION_LENGTH = 100_000;
/** Signs before a brace that belongs to a formula. */
const FORMULA_END = /(?:[\^_}]|\\[a-z]{1,20})$/i;

function parseQuestion(block: string, category: string): GiftQuestion | null {
  if (block.length > MAX_QUESTION_LENGTH) return null;
  const open = findSign(block, "{", 0);
  const close = open < 0 ? -1 : findSign(block, "}", open);
  if (close < 0 || FORMULA_END.test(block.slice(Math.max(0, open - 24), open))) return null;
  const title = /^::(?:\\.|[^:\\]|:(?!:)){0,500}::/.exec(block)?.[0] ?? "";
  if (title.length > open) return null;
  const written = block.slice(title.length, open).trim();
  const [mark = "", name = ""] = /^\[(html|markdown|moodle|plain)\]/i.exec(written) ?? [];
  const before = written.slice(mark.length).trim();
  const [inside = "", ...feedback] = block.slice(open + 1, close).split("####");
  const answers = parseAnswers(inside.trim());
  if (answers === null || before === "") return null;
  const hasHtml = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?>/i.test(before);
  return {
    before: restoreSigns(before),
    after: restoreSigns(block.slice(close + 1).trim()),
    format: chooseFormat(name.toLowerCase(), hasHtml),
    answers,
    category,
    feedback: restoreSigns(feedback.join("").trim()),
  };
}

function chooseFormat(name: string, hasHtml: boolean): GiftQuestion["format"] {
  if (name === "html" || name === "markdown") return name;
  return hasHtml && name !== "plain" ? "html" : "plain";
}

function parseAnswers(text: string): GiftAnswers | null {
  if (text === "") return { kind: "none" };
  const truth = /^(T|TRUE|F|FALSE)\s*(?:#|$)/i.exec(text)?.[1];
  if (truth !== undefined) return { kind: "truth", isTrue: /^t/i.test(truth) };
  if (text.startsWith("#")) return parseNumbers(text.slice(1));
  if (!/^[=~]/.test(text)) return null;
  const options = splitOptions(text).filter((option) => option.text !== "");
  if (!options.some(({ isRight }) => isRight)) return null;
  const pairs = options.map(({ text: option }) => option.split("->").map((side) => restoreSigns(side.trim())));
  if (pairs.every((pair) => pair.length === 2) && options.every(({ isRight }) => isRight)) {
    return { kind: "pairs", pairs: (pairs as [string, string][]).filter((pair) => pair.every((side) => side !== "")) };
  }
  return {
    kind: "choice",
    options: options.map(({ text: option, isRight }) => ({ text: restoreSigns(option), isRight })),
  };
}

function parseNumbers(text: string): GiftAnswers | null {
  const values = (
    /[=~]/.test(text) ? splitOptions(text).filter(({ isRight }) => isRight) : [{ text: removeFeedback(text) }]
  )
    .map((option) => /^(-?[\d.,]+(?:e-?\d+)?)(?:(\.\.|:)(-?[\d.,]+))?$/i.exec(option.text.trim()))
    .flatMap((found) => (found ? formatNumber(found) : []));
  return values.length > 0 ? { kind: "numbers", values: [...new Set(values)] } : null;
}

/** Formats `1822`, `1822:5` or `1820..1825`. */
function formatNumber([, value = "", sign, other = ""]: RegExpExecArray): string {
  const range = /^(.*?)\.\.(.*)$/.exec(value);
  if (range) return `${range[1]} – ${range[2]}`;
  if (sign === "..") return `${value} – ${other}`;
  return sign === undefined || Number(other) === 0 ? value : `${value} ± ${other}`;
}

/** Splits `=right ~wrong ~%50%partly` at the signs that are not escaped. */
function splitOptions(text: string): { text: string; isRight: boolean }[] {
  return text.split(/(?<!\\)(?=[=~])/).map((option) => {
    const [mark = "", weight] = /^[=~]\s*(?:%(-?[\d.]{1,20})%)?/.exec(option) ?? [];
    const isRight = weight === undefined ? option.startsWith("=") : Number(weight) > 0;
    const [, , format = ""] = /^(\s*)(\[(?:html|markdown|moodle|plain)\])?/i.exec(option.slice(mark.length)) ?? [];
    return { text: removeFeedback(option.slice(mark.length).trim().slice(format.length)).trim(), isRight };
  });
}

/** Removes what the quiz tells after one answer. */
function removeFeedback(text: string): string {
  return text.split(/(?<!\\)#/, 1)[0] as string;
}

/** Returns the offset of a sign that is not escaped; -1 without one. */
function findSign(text: string, sign: string, from: number): number {
  let at = text.indexOf(sign, from);
  while (at > 0 && text[at - 1] === "\\") at = text.indexOf(sign, at + 1);
  return at;
}

function restoreSigns(text: string): string {
  return text.replace(/\\([:#={}~\\n])/g, (_whole, sign: string) => (sign === "n" ? "\n" : sign));
}

/** `$course$/top/Predeterminado en X/Historia` becomes `Historia`. */
function cleanCategory(path: string): string {
  return path
    .split("/")
    .map((name) => name.trim())
    .filter(
      (name) =>
        !/^(?:\$.*\$|top|)$/i.test(name) && !/^(?:default for|por defecto|valor por defecto|predeterminad)/i.test(name),
    )
    .join("/");
}
