import { difference } from "@repasa/answers/difference.ts";
import type { JudgedItem } from "@repasa/answers/judge.ts";
import { DifferenceText } from "#ui/difference-text.tsx";
import { VerdictSign } from "#ui/verdict-sign.tsx";

type JudgedItemsProps = { items: readonly JudgedItem[]; language: string | null };

/** What was typed for a list: each item with its sign, its slips marked, and struck out if it is none of the list. */
export function JudgedItems({ items, language }: JudgedItemsProps) {
  return (
    <ul className="flex flex-wrap gap-x-4">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a verdict never move
        <li key={index} className="flex min-w-0 items-center gap-1">
          <VerdictSign verdict={item.verdict} className="size-4" />
          <span className="wrap-anywhere min-w-0">
            <Item {...item} language={language} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Item({ typed, nearest, verdict, language }: JudgedItem & { language: string | null }) {
  if (nearest === null) {
    return (
      <>
        <DifferenceText segments={[{ kind: "extra", accepted: "", typed }]} side="typed" />
        <span className="sr-only"> (sobra)</span>
      </>
    );
  }
  if (verdict === "wrong") {
    return (
      <>
        {typed} <span className="text-ink-soft text-sm">(en otro lugar)</span>
      </>
    );
  }
  return <DifferenceText segments={difference(nearest, typed, { language })} side="typed" />;
}
