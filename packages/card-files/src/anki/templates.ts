// Anki's templates: `{{Field}}`, `{{filter:Field}}`, `{{#Field}}...{{/Field}}`, `{{^Field}}...{{/Field}}`.

import { convertGaps, escapeGaps } from "#html/gaps.ts";
import { htmlToText, removeComments } from "#html/html.ts";
import type { LossKey } from "#losses.ts";
import { bracketReadings, extractKana, extractKanji } from "./furigana.ts";

export type Template = readonly Part[];

type Part =
  | { readonly html: string }
  | { readonly field: string; readonly filters: readonly string[] }
  | { readonly condition: string; readonly negated: boolean; readonly inside: Part[] };

/** Matches the directive that switches a template to `<%Field%>`. */
const OTHER_BRACES = /^\s*\{\{=<% %>=\}\}/;

/** Parses a template. A closing tag without an opening one is ignored; an unclosed section extends to the end. */
export function parseTemplate(written: string): Template {
  const source = normalizeBraces(removeComments(written));
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
    if (begin > from) inside.push({ html: source.slice(from, begin) });
    parseTag(source.slice(begin + 2, end).trim(), open, inside);
    from = end + 2;
  }
}

function normalizeBraces(source: string): string {
  return OTHER_BRACES.test(source)
    ? source.replace(OTHER_BRACES, "").replaceAll("<%", "{{").replaceAll("%>", "}}")
    : source;
}

function parseTag(tag: string, open: { condition: string; inside: Part[] }[], inside: Part[]): void {
  const sign = tag[0];
  const name = tag.slice(1).trim();
  if (sign === "#" || sign === "^") {
    const part = { condition: name, negated: sign === "^", inside: [] as Part[] };
    inside.push(part);
    // No real template is this deep, and deeper ones could overflow the stack.
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

/** A stretch of a rendered side. Pieces make it possible to recognise the parts of the front that the back repeats. */
export interface Piece {
  readonly html: string;
  /** A piece with the source `front` represents everything that the front shows. */
  readonly source: "template" | "field" | "front";
  readonly hasGaps?: boolean;
  /** The answer that the front asks to type. */
  readonly typed?: string;
}

export interface TemplateContext {
  readonly fields: ReadonlyMap<string, string>;
  /** Fields such as `Tags` and `Deck`. */
  readonly special: ReadonlyMap<string, string>;
  /** The gap that the card asks for, if the note has gaps. */
  readonly gap: number | null;
  /** The front while the back is rendered; null while the front itself is rendered. */
  readonly front: readonly Piece[] | null;
  /** True to show texts that are only read aloud. */
  readonly speech: boolean;
  onLoss(loss: LossKey): void;
}

/** Fills in a parsed template. What cannot be shown is told to `context.onLoss`. Pieces are HTML, apart from the place of the front. */
export function renderTemplate(template: Template, context: TemplateContext): Piece[] {
  return template.flatMap((part): Piece[] => {
    if ("html" in part) return [{ html: escapeGaps(part.html), source: "template" }];
    if ("condition" in part)
      return isShown(part.condition, context) !== part.negated ? renderTemplate(part.inside, context) : [];
    if (part.field !== "FrontSide") return [renderField(part.field, part.filters, context)];
    return context.front === null ? [] : [{ html: "", source: "front" }];
  });
}

function isShown(name: string, { fields, special, gap }: TemplateContext): boolean {
  const value = fields.get(name) ?? special.get(name);
  if (value !== undefined) return !/^(?:\s|<\/?(?:br|div) ?\/?>)*$/i.test(value);
  return gap !== null && name === `c${gap}`;
}

function renderField(field: string, filters: readonly string[], context: TemplateContext): Piece {
  const value = context.fields.get(field) ?? context.special.get(field) ?? "";
  // Noncharacters are reserved for placeholders.
  const clean = removeComments(value).replace(/[\ufdd0-\ufdef]/g, "");
  const hasGaps = context.gap !== null && filters.some((filter) => filter.startsWith("cloze"));
  const html = filters.reduce(
    (html, filter) => applyFilter(filter, html, context),
    hasGaps ? convertGaps(clean) : escapeGaps(clean),
  );
  const isQuestion = context.front === null;
  if (isQuestion && filters.includes("hint") && html.trim() !== "") context.onLoss("hiddenTexts");
  if (!isQuestion || !filters.includes("type")) return { html, source: "field", hasGaps };
  // The answer to a gap is the text around it, so it is no typed answer.
  return { html: "", source: "field", hasGaps, ...(!hasGaps && { typed: html }) };
}

function applyFilter(filter: string, html: string, context: TemplateContext): string {
  switch (filter.split(" ")[0]) {
    case "text":
      return extractText(html);
    case "tts":
      context.onLoss("textToSpeech");
      return context.speech ? html : "";
    case "furigana":
      return bracketReadings(html);
    case "kana":
      return extractKana(html);
    case "kanji":
      return extractKanji(html);
    default:
      return html;
  }
}

function extractText(html: string): string {
  const text = removeComments(html)
    .replace(/<br\b[^<>]*>/gi, " ")
    .replace(/<[^<>]*>/g, "");
  return htmlToText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
