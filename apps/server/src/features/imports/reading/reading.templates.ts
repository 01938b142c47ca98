// Anki's templates: `{{Field}}`, `{{filter:Field}}`, `{{#Field}}...{{/Field}}`, `{{^Field}}...{{/Field}}`.

import { kanaOf, kanjiOf, withReadings } from "./reading.furigana.ts";
import { gapsAsGaps, gapsAsText } from "./reading.gaps.ts";
import { textOf } from "./reading.html.ts";

export type Template = readonly Part[];

type Part =
  | { readonly html: string }
  | { readonly field: string; readonly filters: readonly string[] }
  | { readonly condition: string; readonly negated: boolean; readonly inside: Part[] };

/** Stands for what the front shows, on the back. */
const FRONT_SIDE = "\ufdd1";

/** A tag that closes nothing is passed over, and what is never closed goes on to the end. */
export function parseTemplate(source: string): Template {
  const root: Part[] = [];
  const open: { condition: string; inside: Part[] }[] = [{ condition: "", inside: root }];
  let from = 0;
  for (;;) {
    const begin = source.indexOf("{{", from);
    const end = begin < 0 ? -1 : source.indexOf("}}", begin);
    const inside = (open.at(-1) as { inside: Part[] }).inside;
    if (end < 0) {
      inside.push({ html: source.slice(from) });
      return root;
    }
    inside.push({ html: source.slice(from, begin) });
    openOrClose(source.slice(begin + 2, end).trim(), open, inside);
    from = end + 2;
  }
}

function openOrClose(tag: string, open: { condition: string; inside: Part[] }[], inside: Part[]): void {
  const sign = tag[0];
  const name = tag.slice(1).trim();
  if (sign === "#" || sign === "^") {
    const part = { condition: name, negated: sign === "^", inside: [] as Part[] };
    inside.push(part);
    // Deeper than any template of people, and than recursion likes.
    if (open.length < 100) open.push(part);
  } else if (sign === "/") {
    const at = open.findLastIndex((one, index) => index > 0 && one.condition === name);
    if (at > 0) open.length = at;
  } else if (sign !== "!" && tag !== "") {
    const filters = tag.split(":").map((filter) => filter.trim());
    const field = filters.pop() as string;
    inside.push({ field, filters: filters.reverse() });
  }
}

export interface TemplateContext {
  readonly fields: ReadonlyMap<string, string>;
  /** Tags, deck and the like. */
  readonly special: ReadonlyMap<string, string>;
  /** The gap that is asked, where the note has gaps. */
  readonly gap: number | null;
  readonly isAnswer: boolean;
  /** Whether what is only read aloud is shown. */
  readonly speech: boolean;
  onSpeech(): void;
}

export function render(template: Template, context: TemplateContext): string {
  let html = "";
  for (const part of template) {
    if ("html" in part) html += gapsAsText(part.html);
    else if ("field" in part) html += filtered(part.field, part.filters, context);
    else if (isShown(part.condition, context) !== part.negated) html += render(part.inside, context);
  }
  return html;
}

function isShown(name: string, { fields, special, gap }: TemplateContext): boolean {
  const value = fields.get(name) ?? special.get(name);
  if (value !== undefined) return !/^(?:\s|<\/?(?:br|div) ?\/?>)*$/i.test(value);
  return gap !== null && name === `c${gap}`;
}

function filtered(field: string, filters: readonly string[], context: TemplateContext): string {
  if (field === "FrontSide") return context.isAnswer ? FRONT_SIDE : "";
  const value = context.fields.get(field) ?? context.special.get(field);
  if (value === undefined) return "";
  // Noncharacters are ours here.
  const isGaps = context.gap !== null && filters.some((filter) => filter.startsWith("cloze"));
  const clean = value.replace(/[\ufdd0-\ufdef]/g, "");
  return filters.reduce((html, filter) => apply(filter, html, context), isGaps ? gapsAsGaps(clean) : gapsAsText(clean));
}

function apply(filter: string, html: string, context: TemplateContext): string {
  switch (filter.split(" ")[0]) {
    case "text":
      return textOnly(html);
    case "type":
      return context.isAnswer ? html : "";
    case "tts":
      context.onSpeech();
      return context.speech ? html : "";
    case "furigana":
      return withReadings(html);
    case "kana":
      return kanaOf(html);
    case "kanji":
      return kanjiOf(html);
    default:
      return html;
  }
}

function textOnly(html: string): string {
  const text = html.replace(/<br\b[^<>]*>/gi, " ").replace(/<[^<>]*>/g, "");
  return textOf(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

const ANSWER_ID = /\bid\s*=\s*["']?answer\b/i;

/** In two steps: one expression for both would take long where a tag does not end. */
function answerLine(html: string): RegExpExecArray | undefined {
  return html.matchAll(/<hr\b[^<>]*>/gi).find(([tag]) => ANSWER_ID.test(tag));
}

/** The back without the question that it repeats. */
export function withoutQuestion(back: string, front: string): string {
  const line = answerLine(back);
  const below = line ? back.slice(line.index + line[0].length) : "";
  if (line && !isBlank(below)) return below.replaceAll(FRONT_SIDE, "");
  const whole = line ? back.slice(0, line.index) : back;
  if (whole.includes(FRONT_SIDE)) return afterLine(whole.replaceAll(FRONT_SIDE, ""));
  const rest = whole.trimStart();
  if (front.trim() !== "" && rest.startsWith(front.trim()) && !isBlank(rest.slice(front.trim().length))) {
    return afterLine(rest.slice(front.trim().length));
  }
  return whole;
}

/** Without the rule or the empty lines that parted it from the question. */
function afterLine(html: string): string {
  return html.replace(/^(?:\s|<br\b[^<>]*>|<hr\b[^<>]*>)+/i, "");
}

function isBlank(html: string): boolean {
  return !/<(?:img|audio|video)\b/i.test(html) && html.replace(/<[^<>]*>|&nbsp;|\s/g, "") === "";
}
