import { Fragment, type ReactNode } from "react";
import { codeBlocksOf, inlineCodeOf } from "#features/cards/cards.code.ts";

/** How a stretch of text is drawn, for one in which something is marked. */
type Draw = (text: string) => ReactNode;

/** A card's text as it was typed, with code in a monospaced face. Phrasing content, so that it may stand in a button. */
export function CardText({ text, draw = (stretch) => stretch }: { text: string; draw?: Draw }) {
  return codeBlocksOf(text).map((block) =>
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
        {inlineCodeOf(block.text).map((part) =>
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
