import { lazy, type ReactNode, Suspense } from "react";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

// Hardly anybody has so many rows.
const loadVirtualList = async () => ({ default: (await import("#ui/virtual-list.tsx")).VirtualList });
const VirtualList = lazy(loadVirtualList) as typeof import("#ui/virtual-list.tsx").VirtualList;

/** More than this are virtualized. */
const DRAWN_AT_ONCE = 100;
const COLUMN = 416;
/** In pixels, as are the rest. */
const ROW = 60;
const GAP = 8;

const grid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,26rem),1fr))] gap-2";

type RowListProps<T> = {
  label: string;
  items: readonly T[];
  itemKey: (item: T) => number;
  renderItem: (item: T) => ReactNode;
};

/** In two columns where there is room; rows that stand beside each other are equally tall. */
export function RowList<T>({ label, items, itemKey, renderItem }: RowListProps<T>) {
  if (items.length > DRAWN_AT_ONCE) {
    return (
      <Suspense fallback={<RowListSkeleton rows={12} />}>
        <VirtualList
          label={label}
          items={items}
          itemKey={itemKey}
          estimateHeight={ROW}
          minColumnWidth={COLUMN}
          gap={GAP}
          renderItem={renderItem}
        />
      </Suspense>
    );
  }
  return (
    <ul aria-label={label} className={grid}>
      {items.map((item) => (
        <li key={itemKey(item)} className="min-w-0">
          {renderItem(item)}
        </li>
      ))}
    </ul>
  );
}

export function RowListSkeleton({ rows, text }: { rows: number; text?: string }) {
  return (
    <SkeletonGroup className={grid} {...(text && { text })}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} className="h-15 rounded-card" />
      ))}
    </SkeletonGroup>
  );
}
