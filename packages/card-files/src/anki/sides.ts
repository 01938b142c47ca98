import { gapNumbers } from "@repasa/card-text/gaps.ts";
import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import type { Root } from "mdast";
import { readHtml } from "#html/html.ts";
import type { HtmlContext } from "#html/html-context.ts";
import { toPlainText, writeMarkdown } from "#html/markdown.ts";
import { findAnswer, joinHtml } from "./answers.ts";
import { type Piece, renderTemplate, type Template, type TemplateContext } from "./templates.ts";

export type Sides = { readonly front: string; readonly back: string; readonly format: CardFormat };

/** Both maps are caches for one note, because hundreds of gaps share one text: trees by their HTML, and Markdown by its tree. */
export type SidesContext = HtmlContext & { readonly trees: Map<string, Root>; readonly markdown: Map<Root, string> };

type CardTemplate = { readonly front: Template; readonly back: Template };
type Values = Pick<TemplateContext, "fields" | "special" | "gap">;

/** Renders both sides of a card by its template, as plain text if nothing is lost. */
export function renderSides(template: CardTemplate, values: Values, context: SidesContext): Sides {
  const front = renderSide(context, (speech) => {
    const pieces = renderPieces(template.front, { ...values, front: null, speech }, context);
    return { pieces, html: joinHtml(pieces) };
  });
  const back = renderSide(context, (speech) => {
    const pieces = renderPieces(template.back, { ...values, front: front.pieces, speech }, context);
    return { pieces, html: findAnswer(pieces, front.pieces) };
  });
  return writeSides(front.root, back.root, values.gap !== null, context.markdown);
}

function readCached(html: string, context: SidesContext): Root {
  const known = context.trees.get(html) ?? readHtml(html, context);
  context.trees.set(html, known);
  return known;
}

type Side = { readonly pieces: readonly Piece[]; readonly html: string };

/** Builds a side. If its only content is text to be read aloud, that text is shown. */
function renderSide(context: SidesContext, make: (speech: boolean) => Side): Side & { readonly root: Root } {
  const written = make(false);
  const root = readCached(written.html, context);
  if (root.children.length > 0) return { ...written, root };
  const spoken = make(true);
  return spoken.html === written.html ? { ...written, root } : { ...spoken, root: readCached(spoken.html, context) };
}

function renderPieces(template: Template, values: Omit<TemplateContext, "onLoss">, context: SidesContext): Piece[] {
  return renderTemplate(template, { ...values, onLoss: (loss) => context.losses.addForCard(loss, context.sample()) });
}

function writeSides(front: Root, back: Root, hasGaps: boolean, markdown: Map<Root, string>): Sides {
  const plainFront = hasGaps ? null : toPlainText(front);
  const plainBack = plainFront === null ? null : toPlainText(back);
  if (plainFront !== null && plainBack !== null) {
    return { front: plainFront.trim(), back: plainBack.trim(), format: "plain" };
  }
  const sides = { front: writeCached(front, markdown), back: writeCached(back, markdown), format: "markdown" as const };
  // The text of a side without gaps must not be read as a gap.
  return !hasGaps && gapNumbers(sides.front).length > 0 ? { ...sides, front: separateGapBraces(sides.front) } : sides;
}

function writeCached(root: Root, markdown: Map<Root, string>): string {
  const known = markdown.get(root) ?? writeMarkdown(root);
  markdown.set(root, known);
  return known;
}

function separateGapBraces(text: string): string {
  return text.replace(/\{\{(?=c\d)/g, "{ {");
}
