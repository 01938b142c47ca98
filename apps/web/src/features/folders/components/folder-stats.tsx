import type { FolderStats as Stats } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { folderStatsQuery } from "#features/folders/folders.loading.ts";
import { formatCount } from "#lib/plural.ts";
import { Skeleton } from "#ui/skeleton.tsx";

/** The second part of a label is left to screen readers where all figures would not fit in one line. */
const figures: readonly { label: readonly [short: string, rest?: string]; of: keyof Stats }[] = [
  { label: ["Total", " de Cartas"], of: "totalCards" },
  { label: ["Pendientes", " de Revisión"], of: "dueCards" },
  { label: ["Dominadas"], of: "masteredCards" },
  { label: ["Difíciles"], of: "difficultCards" },
];

/** The figures of a folder in one line. */
export function FolderStats({ folderId }: { folderId: number }) {
  const { data: stats, isPending } = useQuery(folderStatsQuery(folderId));
  return (
    <dl className="tabular flex flex-wrap justify-between gap-x-2 text-ink-soft text-xs md:justify-start md:gap-x-6 md:text-sm">
      {figures.map(({ label: [short, rest], of }) => (
        <div key={of} className="flex flex-row-reverse items-baseline gap-1">
          <dt>
            {short}
            {rest && <span className="max-lg:sr-only">{rest}</span>}
          </dt>
          <dd className="font-bold text-ink text-sm md:text-base">
            {stats ? formatCount(stats[of]) : isPending ? <Skeleton className="h-3.5 w-4" /> : "–"}
          </dd>
        </div>
      ))}
    </dl>
  );
}
