import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import { SideText } from "#features/cards/text/components/card-text.tsx";
import { createSide } from "#features/cards/text/text.sides.ts";
import { cx } from "#ui/cx.ts";

type SampleTextProps = { text: string; format: CardFormat; className?: string };

/** Shows a side of a card that is not imported yet. Long text scrolls. */
export function SampleText({ text, format, className }: SampleTextProps) {
  return (
    <div
      dir="auto"
      className={cx("max-h-48 overflow-y-auto wrap-anywhere", format === "plain" && "whitespace-pre-wrap", className)}
    >
      {text === "" ? (
        <span className="text-ink-soft italic">Vacía</span>
      ) : (
        <SideText side={createSide(replaceMedia(text, format), format)} still />
      )}
    </div>
  );
}

/** Replaces images and audio by their names, because the files are not in the account yet. */
function replaceMedia(text: string, format: CardFormat): string {
  if (format === "plain") return text;
  return text.replace(
    /!\[([^\]\n]{0,200})\]\(media:[^)\s]{0,100}\)/g,
    (_, name: string) => `*(${name || "imagen o audio"})*`,
  );
}
