import { gapNumbers } from "@repasa/card-text/gaps.ts";
import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import type { Root } from "mdast";
import { readHtml } from "#html/html.ts";
import type { HtmlContext } from "#html/html-context.ts";
import { toPlainText, writeMarkdown } from "#html/markdown.ts";
import { findAnswer, joined } from "./answers.ts";
import { type Piece, render, type Template, type TemplateContext } from "./templates.ts";

export type Sides = { readonly front: string; readonly back: string; readonly format: CardFormat };

/** `read` caches converted HTML of the note, because hundreds of gaps share one text. */
export type SidesContext = HtmlContext & { readonly read: Map<string, Root>; readonly written: Map<Root, string> };

type CardTemplate = { readonly front: Template; readonly back: Template };
type Values = Pick<TemplateContext, "fields" | "special" | "gap">;

/** Renders both sides of a card by its template, as plain text if nothing is lost. */
export function renderSides(template: CardTemplate, values: Values, context: SidesContext): Sides {
  const front = renderSide(context, (speech) => {
    const pieces = shown(template.front, { ...values, front: null, speech }, context);
    return { pieces, html: joined(pieces) };
  });
  const back = renderSide(context, (speech) => {
    const pieces = shown(template.back, { ...values, front: front.pieces, speech }, context);
    return { pieces, html: findAnswer(pieces, front.pieces) };
  });
  return asSides(front.root, back.root, values.gap !== null, context.written);
}

function readOnce(html: string, context: SidesContext): Root {
  const known = context.read.get(html) ?? readHtml(html, context);
  context.read.set(html, known);
  return known;
}

type Side = { readonly pieces: readonly Piece[]; readonly html: string };

/** Builds a side. If its only content is text to be read aloud, that text is shown. */
function renderSide(context: SidesContext, make: (speech: boolean) => Side): Side & { readonly root: Root } {
  const written = make(false);
  const root = readOnce(written.html, context);
  if (root.children.length > 0) return { ...written, root };
  const spoken = make(true);
  return spoken.html === written.html ? { ...written, root } : { ...spoken, root: readOnce(spoken.html, context) };
}

function shown(template: Template, values: Omit<TemplateContext, "onLoss">, context: SidesContext): Piece[] {
  return render(template, { ...values, onLoss: (loss) => context.losses.addForCard(loss, context.sample()) });
}

function asSides(front: Root, back: Root, hasGaps: boolean, written: Map<Root, string>): Sides {
  const plainFront = hasGaps ? null : toPlainText(front);
  const plainBack = plainFront === null ? null : toPlainText(back);
  if (plainFront !== null && plainBack !== null) {
    return { front: plainFront.trim(), back: plainBack.trim(), format: "plain" };
  }
  const sides = { front: writeOnce(front, written), back: writeOnce(back, written), format: "markdown" as const };
  // A side without gaps must not gain any, whatever its text.
  return !hasGaps && gapNumbers(sides.front).length > 0 ? { ...sides, front: withoutOpenings(sides.front) } : sides;
}

function writeOnce(root: Root, written: Map<Root, string>): string {
  const known = written.get(root) ?? writeMarkdown(root);
  written.set(root, known);
  return known;
}

function withoutOpenings(text: string): string {
  return text.replace(/\{\{(?=c\d)/g, "{ {");
}
