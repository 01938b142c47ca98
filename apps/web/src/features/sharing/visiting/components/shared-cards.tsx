// Draws the cards of a link's page to HTML. It is built for the server (`shared-cards.ts` beside the Vite configuration), which runs
// it in a thread; nothing of it is in the app.

import { fillGaps } from "@repasa/card-text/gap-view.ts";
import type { SharedCard } from "@repasa/contract/sharing.ts";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Components } from "react-markdown";
import { drawMarkdown, type Extensions } from "#features/cards/markdown/markdown.drawing.ts";
import { mayHaveFormulas } from "#features/cards/markdown/markdown.extensions.ts";
import { createFormulaPlugins } from "#features/cards/markdown/markdown.formulas.ts";
import { highlightingPlugins } from "#features/cards/markdown/markdown.highlighter.ts";
import { mayHaveHighlighting } from "#features/cards/markdown/markdown.highlighting.ts";
import { removeStyles } from "#features/cards/markdown/markdown.safety.ts";
import { CardText } from "#features/cards/text/components/card-text.tsx";
import { stillComponents } from "#features/cards/text/components/rich-text.tsx";
import { type CardSide, createSide, getAnswer, getExtraText, getQuestion } from "#features/cards/text/text.sides.ts";

/** A file that a shown card uses: the size in pixels is that of an image. */
export type SharedMedia = { id: string; contentType: string; width: number | null; height: number | null };

export type SharedCards = {
  cards: readonly SharedCard[];
  media: readonly SharedMedia[];
  /** The address before the id of a file, with a slash at its end. */
  mediaAddress: string;
};

/** So many cards are on a phone's first screen. */
const EARLY_CARDS = 3;

/** Returns the list of the cards, each with both sides. No element has a style attribute, which the pages' policy forbids. */
export function drawSharedCards({ cards, media, mediaAddress }: SharedCards): string {
  return renderToStaticMarkup(
    <ol className="wrap-anywhere flex flex-col gap-3 whitespace-pre-wrap">
      {cards.map((card, place) => {
        const extra = getExtraText(card);
        const components = createComponents(media, mediaAddress, place < EARLY_CARDS);
        const draw = (side: CardSide) => <Side side={side} components={components} />;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={place} className="rounded-card border border-line bg-surface px-4 py-3.5 shadow-soft">
            <div className="font-semibold">{draw(getQuestion(card))}</div>
            <div className="mt-2.5 border-line border-t pt-2.5">{draw(getAnswer(card))}</div>
            {extra && <div className="mt-2 text-ink-soft">{draw(createSide(extra, card.format))}</div>}
          </li>
        );
      })}
    </ol>,
  );
}

function Side({ side: { text, format, gaps }, components }: { side: CardSide; components: Components }) {
  if (format === "plain") return <CardText text={text} />;
  const drawn = drawMarkdown({ text, gaps, terms: [], components, extensions: getExtensions(text) });
  return (
    <div dir="auto" className="rich-text">
      {drawn ?? <p className="whitespace-pre-wrap">{gaps ? fillGaps(text, gaps) : text}</p>}
    </div>
  );
}

/** KaTeX's own HTML needs style attributes, and MathML does not: browsers draw it. */
const { remark, rehype } = createFormulaPlugins("mathml");
const formulas = { remark, rehype: [...rehype, removeStyles] };

function getExtensions(text: string): Extensions {
  return {
    formulas: mayHaveFormulas(text) ? formulas : null,
    highlighting: mayHaveHighlighting(text) ? highlightingPlugins : null,
  };
}

/** @param early Whether images are loaded at once, and not when somebody scrolls to them. */
function createComponents(media: readonly SharedMedia[], mediaAddress: string, early: boolean): Components {
  const known = new Map(media.map((file) => [file.id, file]));
  return {
    ...stillComponents,
    // Nothing on the page leads to another site, or looks as if it did.
    a: ({ children }) => <span>{children}</span>,
    img: ({ src, alt = "" }) => {
      const file = known.get(typeof src === "string" ? src.replace(/^media:/, "") : "");
      if (!file) return <Missing description={alt} />;
      return <File file={file} src={mediaAddress + file.id} description={alt} early={early} />;
    },
    th: ({ style, children }) => <th align={alignmentOf(style)}>{children}</th>,
    td: ({ style, children }) => <td align={alignmentOf(style)}>{children}</td>,
  };
}

type CellStyle = { textAlign?: unknown } | undefined;
type Alignment = "left" | "center" | "right";
const alignmentOf = (style: CellStyle) => style?.textAlign as Alignment | undefined;

type FileProps = { file: SharedMedia; src: string; description: string; early: boolean };

function File({ file: { contentType, width, height }, src, description, early }: FileProps): ReactElement {
  if (contentType.startsWith("audio/")) {
    // biome-ignore lint/a11y/useMediaCaption: recordings of students have no captions
    return <audio controls preload="none" src={src} aria-label={description || "Sonido"} className="rich-sound" />;
  }
  return (
    <img
      src={src}
      alt={description}
      width={width ?? undefined}
      height={height ?? undefined}
      loading={early ? "eager" : "lazy"}
      decoding="async"
      className="rich-image rich-sized"
    />
  );
}

function Missing({ description }: { description: string }) {
  return (
    <span className="rich-missing">{description ? `${description} (no disponible)` : "Imagen no disponible"}</span>
  );
}
