import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import { gapNumbers } from "@repasa/contract/gaps.ts";
import type { Root } from "mdast";
import { type HtmlContext, readHtml } from "./reading.html.ts";
import { markdownOf, plainOf } from "./reading.markdown.ts";
import { render, type Template, type TemplateContext, withoutQuestion } from "./reading.templates.ts";

export type Sides = { readonly front: string; readonly back: string; readonly format: CardFormat };

/** `read`: what was made of the note's HTML so far, because hundreds of gaps share one text. */
export type SidesContext = HtmlContext & { readonly read: Map<string, Root>; readonly written: Map<Root, string> };

type CardTemplate = { readonly front: Template; readonly back: Template };
type Values = Pick<TemplateContext, "fields" | "special" | "gap">;

/** What a card asks and answers by its template, as plain text where nothing is lost. */
export function sidesOf(template: CardTemplate, values: Values, context: SidesContext): Sides {
  const [front, frontHtml] = sideOf(context, (speech) => shown(template.front, values, false, speech, context));
  const [back] = sideOf(context, (speech) => {
    const html = shown(template.back, values, true, speech, context);
    return values.gap === null
      ? withoutQuestion(html, frontHtml)
      : withoutGaps(template, html, frontHtml, values, context);
  });
  return asSides(front, back, values.gap !== null, context.written);
}

function readOnce(html: string, context: SidesContext): Root {
  const known = context.read.get(html) ?? readHtml(html, context);
  context.read.set(html, known);
  return known;
}

/** A card that is only read aloud shows what is read. */
function sideOf(context: SidesContext, html: (speech: boolean) => string): [Root, string] {
  const written = html(false);
  const root = readOnce(written, context);
  if (root.children.length > 0) return [root, written];
  const spoken = html(true);
  return spoken === written ? [root, written] : [readOnce(spoken, context), spoken];
}

function shown(template: Template, values: Values, isAnswer: boolean, speech: boolean, context: SidesContext): string {
  const onSpeech = () => context.losses.ofCard("speech", context.sample());
  return render(template, { ...values, isAnswer, speech, onSpeech });
}

/** The answer of a gap is the text itself: what else the back shows is extra. */
function withoutGaps(
  { back }: CardTemplate,
  html: string,
  frontHtml: string,
  values: Values,
  context: SidesContext,
): string {
  const question = frontHtml.trim();
  const rest = html.trimStart();
  if (question !== "" && rest.startsWith(question)) return withoutQuestion(rest.slice(question.length), "");
  const emptied = back.map(withoutCloze);
  return withoutQuestion(shown(emptied, values, true, false, context), "");
}

function withoutCloze(part: Template[number]): Template[number] {
  if ("inside" in part) return { ...part, inside: part.inside.map(withoutCloze) };
  if ("field" in part && part.filters.some((filter) => filter.startsWith("cloze"))) return { html: "" };
  return part;
}

function asSides(front: Root, back: Root, hasGaps: boolean, written: Map<Root, string>): Sides {
  const plainFront = hasGaps ? null : plainOf(front);
  const plainBack = plainFront === null ? null : plainOf(back);
  if (plainFront !== null && plainBack !== null) {
    return { front: plainFront.trim(), back: plainBack.trim(), format: "plain" };
  }
  const sides = { front: writeOnce(front, written), back: writeOnce(back, written), format: "markdown" as const };
  // Whatever is on it, a side without gaps must not gain any.
  return !hasGaps && gapNumbers(sides.front).length > 0 ? { ...sides, front: withoutOpenings(sides.front) } : sides;
}

function writeOnce(root: Root, written: Map<Root, string>): string {
  const known = written.get(root) ?? markdownOf(root);
  written.set(root, known);
  return known;
}

function withoutOpenings(text: string): string {
  return text.replace(/\{\{(?=c\d)/g, "{ {");
}
