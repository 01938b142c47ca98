import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";

type VirtualListProps<T> = {
  label: string;
  items: readonly T[];
  itemKey: (item: T) => string | number;
  renderItem: (item: T, index: number) => ReactNode;
  /** In pixels, without the gap; measured once a row is rendered. */
  estimateHeight: number;
  minColumnWidth?: number;
  gap?: number;
};

/** Renders only what is near the screen. The window scrolls, not the list. */
export function VirtualList<T>({
  label,
  items,
  itemKey,
  renderItem,
  estimateHeight,
  minColumnWidth,
  gap = 12,
}: VirtualListProps<T>) {
  // The virtualizer is one mutable object, so its memoised values would never change.
  "use no memo";
  const list = useRef<HTMLDivElement>(null);
  const place = usePlaceOnPage(list);

  const columns = minColumnWidth ? Math.max(1, Math.floor((place.width + gap) / (minColumnWidth + gap))) : 1;
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => estimateHeight,
    gap,
    overscan: 6,
    scrollMargin: place.top,
    getItemKey: (row) => {
      const first = items[row * columns];
      return first === undefined ? row : `${columns}:${itemKey(first)}`;
    },
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows stand between a list and its items, which ul forbids
    <div ref={list} role="list" aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((row) => (
        <div
          key={row.key}
          ref={virtualizer.measureElement}
          data-index={row.index}
          role="presentation"
          className="absolute inset-x-0 top-0 grid"
          style={{
            gap,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${row.start - place.top}px)`,
          }}
        >
          <Cells
            items={items.slice(row.index * columns, (row.index + 1) * columns)}
            first={row.index * columns}
            total={items.length}
            itemKey={itemKey}
            renderItem={renderItem}
          />
        </div>
      ))}
    </div>
  );
}

type CellsProps<T> = Pick<VirtualListProps<T>, "items" | "itemKey" | "renderItem"> & { first: number; total: number };

function Cells<T>({ items, first, total, itemKey, renderItem }: CellsProps<T>) {
  return items.map((item, offset) => (
    // biome-ignore lint/a11y/useSemanticElements: rows stand between a list and its items, which ul forbids
    <div
      key={itemKey(item)}
      role="listitem"
      aria-setsize={total}
      aria-posinset={first + offset + 1}
      className="min-w-0"
    >
      {renderItem(item, first + offset)}
    </div>
  ));
}

function usePlaceOnPage(ref: RefObject<HTMLElement | null>): { top: number; width: number } {
  const [place, setPlace] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const next = { top: Math.round(box.top + window.scrollY), width: Math.round(box.width) };
      setPlace((old) => (old.top === next.top && old.width === next.width ? old : next));
    };
    measure();
    // Content above the list moves it without resizing it, but changes the body's height.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return place;
}
