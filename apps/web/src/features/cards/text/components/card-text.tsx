import { splitCodeBlocks, splitInlineCode } from "@repasa/card-text/code.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { type ComponentType, Fragment, type ReactNode, useState } from "react";
import type { RichTextProps } from "#features/cards/text/components/rich-text.tsx";
import type { CardSide } from "#features/cards/text/text.sides.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { useOnline } from "#lib/use-online.ts";

/** Draws a part of a text, for example with the search terms marked. */
type Draw = (text: string) => ReactNode;

/** A plain text as it was typed, with code in a monospaced font. Phrasing content, so that a button may contain it. */
export function CardText({ text, draw = (stretch) => stretch }: { text: string; draw?: Draw | undefined }) {
  return splitCodeBlocks(text).map((block) =>
    block.code ? (
      <code
        key={block.start}
        dir="ltr"
        className="my-2 block rounded-chip bg-sunken px-3 py-2 text-start font-mono text-[0.8em]/[1.5]"
      >
        {draw(block.text)}
      </code>
    ) : (
      <span key={block.start} dir="auto" className="block">
        {splitInlineCode(block.text).map((part) =>
          part.code ? (
            <code key={part.start} className="rounded-sm bg-sunken px-1 font-mono text-[0.875em]">
              {draw(part.text)}
            </code>
          ) : (
            <Fragment key={part.start}>{draw(part.text)}</Fragment>
          ),
        )}
      </span>
    ),
  );
}

let RichText: ComponentType<RichTextProps> | null = null;

/** Loads the renderers that Markdown cards need before they are shown. A failed load is retried when they are shown. */
export async function loadRichText(cards: readonly Pick<Card, "front" | "back" | "format">[]): Promise<void> {
  const texts = cards.flatMap(({ front, back, format }) => (format === "markdown" ? [front, back] : []));
  if (texts.length > 0) await loadFor(texts).catch(() => {});
}

async function loadFor(texts: readonly string[]): Promise<ComponentType<RichTextProps>> {
  const rich = await import("#features/cards/text/components/rich-text.tsx");
  await rich.loadRenderers(texts);
  RichText = rich.RichText;
  return RichText;
}

type SideTextProps = Pick<RichTextProps, "terms" | "still"> & { side: CardSide; draw?: Draw | undefined };

/**
 * Returns the source to show without the renderer. As gaps cannot be parsed without it, everything that
 * could belong to the asked gap is left out.
 */
function buildFallbackText({ text, gaps }: CardSide): string {
  const number = gaps?.hidden ? gaps.number : null;
  const shown = number === null ? text : text.replace(new RegExp(`\\{\\{c0*${number}::.*\\}\\}`, "s"), "[...]");
  return shown.replace(/\{\{c\d+::|\}\}/g, "");
}

/** A side of a card in any format. Phrasing content only if it is plain. */
export function SideText({ side, draw, ...rest }: SideTextProps) {
  const rich = side.format === "markdown";
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useOnline(() => setAttempt(attempt + 1));
  const Late = useLateComponent(
    rich && !RichText,
    () => loadFor([side.text]),
    attempt,
    () => setFailed(true),
  );
  if (!rich) return <CardText text={side.text} draw={draw} />;
  const Rich = RichText ?? Late;
  if (Rich) return <Rich {...rest} text={side.text} gaps={side.gaps} />;
  const text = buildFallbackText(side);
  if (failed) return <CardText text={text} draw={draw} />;
  return (
    <p aria-hidden className="opacity-0">
      {text}
    </p>
  );
}
