import { codeBlocksOf, inlineCodeOf, type TextPart } from "#features/cards/cards.code.ts";

/** A card's text as it was typed, with code in a monospaced face. Phrasing content, so that it may stand in a button. */
export function CardText({ text }: { text: string }) {
  return codeBlocksOf(text).map((block) =>
    block.code ? (
      <code
        key={block.start}
        dir="ltr"
        className="my-2 block rounded-chip bg-sunken px-3 py-2 text-start font-mono text-[0.8em]/[1.5]"
      >
        {block.text}
      </code>
    ) : (
      <span key={block.start} dir="auto" className="block">
        {inlineCodeOf(block.text).map(inlinePart)}
      </span>
    ),
  );
}

function inlinePart({ code, text, start }: TextPart) {
  if (!code) return text;
  return (
    <code key={start} className="rounded-sm bg-sunken px-1 font-mono text-[0.875em]">
      {text}
    </code>
  );
}
