import type { FolderStats as Stats } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { folderStatsQuery } from "#features/folders/folders.api.ts";
import { formatCount } from "#lib/plural.ts";
import { Skeleton } from "#ui/skeleton.tsx";

const figures: readonly { label: string; of: keyof Stats }[] = [
  { label: "Total de Cartas", of: "totalCards" },
  { label: "Pendientes de Revisión", of: "dueCards" },
  { label: "Dominadas", of: "masteredCards" },
  { label: "Difíciles", of: "difficultCards" },
];

export function FolderStats({ folderId }: { folderId: number }) {
  const { data: stats, isPending } = useQuery(folderStatsQuery(folderId));
  return (
    <dl className="mb-6 grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-3">
      {figures.map(({ label, of }) => (
        <div key={of} className="surface-card flex flex-col-reverse justify-end px-4 py-3">
          <dt className="text-ink-soft text-sm">{label}</dt>
          <dd className="tabular font-bold text-xl">
            {stats ? formatCount(stats[of]) : isPending ? <Skeleton className="my-1 h-5 w-10" /> : "–"}
          </dd>
        </div>
      ))}
    </dl>
  );
}
