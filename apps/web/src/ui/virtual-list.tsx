import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { cx } from "#ui/cx.ts";
import { Skeleton } from "#ui/skeleton.tsx";

type VirtualListProps<T> = {
  label: string;
  /** The items that are loaded. */
  items: readonly T[];
  /** The number of items including those that are not loaded, which determines the scroll height. */
  total?: number;
  itemKey: (item: T) => string | number;
  renderItem: (item: T, index: number) => ReactNode;
  /** In pixels, without the gap. Used until a row is rendered and measured. */
  estimateHeight: number;
  minColumnWidth?: number;
  gap?: number;
  /** The item that takes the focus first, and its distance from the top of the window in pixels. */
  startAt?: { index: number; top: number } | undefined;
  /** Called when few loaded rows are left below the screen. */
  onNearEnd?: (() => void) | undefined;
  className?: string;
};

/** Renders only the rows near the screen. The window scrolls, not the list. */
export function VirtualList<T>({
  label,
  items,
  total = items.length,
  itemKey,
  renderItem,
  estimateHeight,
  minColumnWidth,
  gap = 12,
  startAt,
  onNearEnd,
  className,
}: VirtualListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const place = usePlaceOnPage(list);

  const columns = minColumnWidth ? Math.max(1, Math.floor((place.width + gap) / (minColumnWidth + gap))) : 1;
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(Math.max(total, items.length) / columns),
    estimateSize: () => estimateHeight,
    gap,
    overscan: 6,
    scrollMargin: place.top,
    getItemKey: (row) => {
      const first = items[row * columns];
      return first === undefined ? row : `${columns}:${itemKey(first)}`;
    },
  });

  const startRow = startAt && Math.floor(startAt.index / columns);
  // Not `getOffsetForIndex`, which is limited to the scroll range of the window and so is wrong for the last rows.
  useStart(list, startAt, () => (startRow === undefined ? undefined : virtualizer.measurementsCache[startRow]?.start));
  useNearEnd(virtualizer.range?.endIndex ?? 0, Math.ceil(items.length / columns), onNearEnd);

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows stand between a list and its items, which ul forbids
    <div
      ref={list}
      role="list"
      aria-label={label}
      className={cx("relative", className)}
      style={{ height: virtualizer.getTotalSize() }}
    >
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
            total={total}
            estimateHeight={estimateHeight}
            itemKey={itemKey}
            renderItem={renderItem}
          />
        </div>
      ))}
    </div>
  );
}

type CellsProps<T> = Pick<VirtualListProps<T>, "items" | "itemKey" | "estimateHeight" | "renderItem"> & {
  first: number;
  total: number;
};

function Cells<T>({ items, first, total, itemKey, estimateHeight, renderItem }: CellsProps<T>) {
  if (items.length === 0) {
    return (
      <div style={{ height: estimateHeight }}>
        <Skeleton className="h-full" />
      </div>
    );
  }
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

/** In frames: heights are estimated until rows are rendered, so reaching the item takes several attempts. */
const MAX_ATTEMPTS = 8;

/** Scrolls to the first item to show, once, after the browser has restored its own scroll position. */
function useStart(
  list: RefObject<HTMLElement | null>,
  startAt: VirtualListProps<unknown>["startAt"],
  offset: () => number | undefined,
): void {
  const startItem = () => list.current?.querySelector(`[aria-posinset="${(startAt?.index ?? 0) + 1}"]`);
  /** Returns true if the item is at the wanted position; otherwise scrolls nearer to it. */
  const approach = useEffectEvent((): boolean => {
    if (!startAt) return true;
    const top = startItem()?.getBoundingClientRect().top;
    if (top !== undefined && Math.abs(top - startAt.top) < 1) return true;
    window.scrollTo(0, top === undefined ? (offset() ?? 0) - startAt.top : window.scrollY + top - startAt.top);
    return false;
  });
  const focus = useEffectEvent(() => startItem()?.querySelector("a")?.focus({ preventScroll: true }));
  const wanted = startAt !== undefined;
  useEffect(() => {
    if (!wanted) return;
    let frame: number;
    const next = (tries: number) => {
      frame = requestAnimationFrame(() => {
        if (tries > 0 && !approach()) next(tries - 1);
        else focus();
      });
    };
    next(MAX_ATTEMPTS);
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
}

/** In rows. */
const NEAR = 10;

function useNearEnd(lastRow: number, rows: number, onNearEnd: (() => void) | undefined): void {
  const near = onNearEnd !== undefined && rows > 0 && lastRow >= rows - NEAR;
  const notify = useEffectEvent(() => onNearEnd?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: repeated for more rows if the end is still near
  useEffect(() => {
    if (near) notify();
  }, [near, rows]);
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
    // Content above the list moves it without resizing it, but it changes the height of the body.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return place;
}
