import type { CatalogFolder } from "@repasa/contract/store.ts";
import { Check } from "lucide-react";
import { useId } from "react";
import { ReadyMadeActions } from "#features/store/components/ready-made-actions.tsx";
import { counted } from "#lib/plural.ts";
import { Badge } from "#ui/badge.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { Skeletons } from "#ui/skeleton.tsx";

type ReadyMadeCardProps = { folder: CatalogFolder; adding: boolean; onAdd: () => void; onPreview: () => void };

export function ReadyMadeCard({ folder, ...actions }: ReadyMadeCardProps) {
  const heading = useId();
  const { name, description, cardCount, folderId } = folder;
  return (
    <article aria-labelledby={heading} className="surface-card flex h-full min-h-52 flex-col p-4 md:p-5">
      <div className="flex items-center gap-3">
        <FolderFace face={folder} />
        <h3 id={heading} className="min-w-0 break-words text-lg">
          {name}
        </h3>
      </div>
      <p className="mt-2 line-clamp-4 text-ink-soft">{description}</p>
      <div className="mt-2.5 mb-4 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-soft text-sm">
        <span className="tabular">{counted(cardCount, "carta", "cartas")}</span>
        {folderId !== null && (
          <Badge tone="easy" icon={<Check aria-hidden />}>
            Añadida
          </Badge>
        )}
      </div>
      <div className="mt-auto">
        <ReadyMadeActions {...actions} folder={folder} describedBy={heading} variant="outline" />
      </div>
    </article>
  );
}

export function ReadyMadeCardSkeleton() {
  return (
    <div className="surface-card flex min-h-52 flex-col p-4 md:p-5">
      <Skeletons shapes={["h-10 w-2/3", "mt-3 h-5 w-full", "mt-2 h-5 w-1/2"]} />
      <div className="mt-auto grid grid-cols-2 gap-2">
        <Skeletons shapes={["h-11 rounded-control", "h-11 rounded-control"]} />
      </div>
    </div>
  );
}
