import type { FolderStats as Stats } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { folderStatsQuery } from "#features/folders/folders.loading.ts";
import { formatCount } from "#lib/plural.ts";
import { describeWaiting } from "#lib/waiting-text.ts";
import { Skeleton } from "#ui/skeleton.tsx";

const figures: readonly { label: string; of: keyof Stats }[] = [
  { label: "Total de Cartas", of: "totalCards" },
  { label: "Pendientes de Revisión", of: "dueCards" },
  { label: "Dominadas", of: "masteredCards" },
  { label: "Difíciles", of: "difficultCards" },
];

/** A single narrow card on a phone, so that the folder's cards begin higher up. */
export function FolderStats({ folderId }: { folderId: number }) {
  const { data: stats, isPending } = useQuery(folderStatsQuery(folderId));
  const waiting = stats && describeWaiting(stats);
  return (
    <div className="mb-4 md:mb-6">
      <dl className="flex flex-wrap justify-between gap-x-2 gap-y-1 max-md:surface-card max-md:px-4 max-md:py-2.5 md:grid md:grid-cols-4 md:gap-3">
        {figures.map(({ label, of }) => (
          <div key={of} className="flex flex-col-reverse justify-end md:surface-card md:px-4 md:py-3">
            <dt className="text-ink-soft text-xs max-md:max-w-[4.75rem] md:text-sm">{label}</dt>
            <dd className="tabular font-bold text-lg md:text-xl">
              {stats ? (
                formatCount(stats[of])
              ) : isPending ? (
                <Skeleton className="my-1 h-4.5 w-8 md:h-5 md:w-10" />
              ) : (
                "–"
              )}
            </dd>
          </div>
        ))}
      </dl>
      {waiting && <p className="mt-2 text-ink-soft text-sm">{waiting}.</p>}
    </div>
  );
}

export function FolderStatsSkeleton() {
  return (
    <div className="mb-4 grid gap-2 md:mb-6 md:grid-cols-4 md:gap-3">
      <Skeleton className="h-21 rounded-card md:h-18.5" />
      {["b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-18.5 rounded-card max-md:hidden" />
      ))}
    </div>
  );
}
