import { difference } from "@repasa/answers/difference.ts";
import { cx } from "#ui/cx.ts";

type DifferenceTextProps = { accepted: string; typed: string; side: "accepted" | "typed" };

/** One of two texts, whose letters that differ from the other are underlined in the answer and struck out in what was typed. */
export function DifferenceText({ accepted, typed, side }: DifferenceTextProps) {
  const parts = difference(accepted, typed).map((segment) => ({
    text: segment[side],
    isSame: segment.kind === "same",
  }));
  let at = 0;
  return parts
    .filter(({ text }) => text !== "")
    .map(({ text, isSame }) => {
      const key = at;
      at += text.length;
      if (isSame) return <span key={key}>{text}</span>;
      const Mark = side === "typed" ? "del" : "ins";
      return (
        <Mark
          key={key}
          className={cx(
            "font-semibold decoration-2",
            side === "typed" ? "text-danger line-through" : "text-brand-ink underline",
          )}
        >
          {text}
        </Mark>
      );
    });
}
