import { lazy, type ReactNode, Suspense, useState } from "react";
import { cx } from "#ui/cx.ts";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { usePainted } from "#ui/use-painted.ts";

// Loaded on demand, because very few users have so many rows.
const loadVirtualList = async () => ({ default: (await import("#ui/virtual-list.tsx")).VirtualList });
const VirtualList = lazy(loadVirtualList) as typeof import("#ui/virtual-list.tsx").VirtualList;

/** A list with more rows is virtualized. */
const MAX_RENDERED_ROWS = 100;
/** The least width of a column, in which a name stands beside two buttons. In pixels, like the constants below. */
const COLUMN = 448;
const ROW = 60;
const GAP = 8;

/** The columns of rows. */
export const rowGrid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,28rem),1fr))] gap-2";

type RowListProps<T> = {
  label: string;
  items: readonly T[];
  itemKey: (item: T) => number;
  /** `isPainted` is false until the rows that are seen first are on the screen. */
  renderItem: (item: T, isPainted: boolean) => ReactNode;
  /** The height of a row, in pixels. */
  estimateHeight?: number;
  /** The room above the list in a window that is not scrolled, in pixels: no more than it really is. */
  above?: number;
};

/** Shows rows in two columns if there is room. Rows beside each other have the same height. */
export function RowList<T>({ estimateHeight = ROW, above = estimateHeight, ...list }: RowListProps<T>) {
  const { label, items, itemKey, renderItem } = list;
  // The rows below the screen come after the first paint, which would otherwise wait for them.
  const [onScreen] = useState(() => countOnScreen(estimateHeight, above));
  const isPainted = usePainted();
  if (items.length > MAX_RENDERED_ROWS) {
    return (
      <Suspense fallback={<RowListSkeleton rows={12} />}>
        <VirtualList
          {...list}
          renderItem={(item) => renderItem(item, isPainted)}
          estimateHeight={estimateHeight}
          minColumnWidth={COLUMN}
          gap={GAP}
        />
      </Suspense>
    );
  }
  return (
    <ul aria-label={label} className={rowGrid}>
      {items.slice(0, isPainted ? undefined : onScreen).map((item) => (
        <li key={itemKey(item)} className="min-w-0">
          {renderItem(item, isPainted)}
        </li>
      ))}
    </ul>
  );
}

/** Returns how many rows are seen, if only in part, below what is above them. */
function countOnScreen(height: number, above: number): number {
  const columns = Math.max(1, Math.floor(window.innerWidth / COLUMN));
  return columns * Math.max(1, Math.ceil((window.innerHeight - above) / (height + GAP)));
}

type RowListSkeletonProps = {
  rows: number;
  text?: string;
  /** The height of the rows that come, if these have more than two lines. */
  rowClassName?: string;
};

export function RowListSkeleton({ rows, text, rowClassName = "h-15" }: RowListSkeletonProps) {
  return (
    <SkeletonGroup className={rowGrid} {...(text && { text })}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical
        <Skeleton key={index} className={cx("rounded-card", rowClassName)} />
      ))}
    </SkeletonGroup>
  );
}
