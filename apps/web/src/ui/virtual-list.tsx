import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { cx } from "#ui/cx.ts";
import { Skeleton } from "#ui/skeleton.tsx";

type VirtualListProps<T> = {
  label: string;
  /** Those that are here. */
  items: readonly T[];
  /** How many there will be, so that the window scrolls over all of them. */
  total?: number;
  itemKey: (item: T) => string | number;
  renderItem: (item: T, index: number) => ReactNode;
  /** In pixels, without the gap; measured once a row is rendered. */
  estimateHeight: number;
  minColumnWidth?: number;
  gap?: number;
  /** The item to begin at, which takes the focus: so far below the upper edge of the window, in pixels. */
  startAt?: { index: number; top: number } | undefined;
  /** Called when little is left below what is on screen. */
  onNearEnd?: (() => void) | undefined;
  className?: string;
};

/** Renders only what is near the screen. The window scrolls, not the list. */
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
  // The virtualizer is one mutable object, so its memoised values would never change.
  "use no memo";
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
  // Not `getOffsetForIndex`: it ends where the window can scroll to, which for the last rows is above them.
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

/** Heights are guessed until rows are drawn, so it takes some frames to get there. */
const TRIES = 8;

/** Scrolls once to where the list shall begin; after the browser has restored a position of its own. */
function useStart(
  list: RefObject<HTMLElement | null>,
  startAt: VirtualListProps<unknown>["startAt"],
  offset: () => number | undefined,
): void {
  const startItem = () => list.current?.querySelector(`[aria-posinset="${(startAt?.index ?? 0) + 1}"]`);
  /** Whether the item stands where it shall; otherwise it is brought nearer. */
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
    next(TRIES);
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
}

const NEAR = 10;

function useNearEnd(lastRow: number, rows: number, onNearEnd: (() => void) | undefined): void {
  const near = onNearEnd !== undefined && rows > 0 && lastRow >= rows - NEAR;
  const tell = useEffectEvent(() => onNearEnd?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again when more rows have come and are as near
  useEffect(() => {
    if (near) tell();
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
    // Content above the list moves it without resizing it, but changes the body's height.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return place;
}
