import { type ReactNode, useState } from "react";
import { formatCount } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";

const SHOWN_AT_FIRST = 4;

type ShortListProps<Item> = {
  items: readonly Item[];
  /** Returns the `li` of an item. */
  children: (item: Item, place: number) => ReactNode;
};

/** A list within a card: its first items, and all of them on demand. */
export function ShortList<Item>({ items, children }: ShortListProps<Item>) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul className="mt-1 divide-y divide-line">{(all ? items : items.slice(0, SHOWN_AT_FIRST)).map(children)}</ul>
      {items.length > SHOWN_AT_FIRST && (
        <Button variant="ghost" aria-expanded={all} onClick={() => setAll(!all)} className="-ml-3 mt-1">
          {all ? "Ver menos" : `Ver todo (${formatCount(items.length)})`}
        </Button>
      )}
    </>
  );
}
