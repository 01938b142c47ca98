import type { Folder } from "@repasa/contract/folders.ts";
import { Trash2 } from "lucide-react";
import { useId } from "react";
import { counted } from "#lib/plural.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useNow } from "#lib/use-now.ts";
import { paths } from "#paths.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

export function FolderCard({ folder, onDelete }: { folder: Folder; onDelete: () => void }) {
  const now = useNow();
  const heading = useId();
  const { id, name, description, cardCount, dueCount } = folder;
  return (
    <article aria-labelledby={heading} className="surface-card flex h-full min-h-46 flex-col p-4 md:p-5">
      <div className="flex items-start gap-1">
        <h2 id={heading} className="min-w-0 flex-1 pt-0.5 text-lg">
          <Link href={paths.folder(id)} className="line-clamp-2 break-words rounded-sm hover:text-brand-ink">
            {name}
          </Link>
        </h2>
        <IconButton
          label={`Eliminar carpeta ${name}`}
          icon={<Trash2 />}
          tone="danger"
          onClick={onDelete}
          className="-mt-1.5 -mr-2"
        />
      </div>
      {description && <p className="line-clamp-2 break-words text-ink-soft">{description}</p>}
      <div className="mt-2.5 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-soft text-sm">
        <span className="tabular">{counted(cardCount, "carta", "cartas")}</span>
        {dueCount > 0 && <Badge tone="brand">{counted(dueCount, "pendiente", "pendientes")}</Badge>}
        <time dateTime={folder.updatedAt}>{timeAgo(folder.updatedAt, now)}</time>
      </div>
      <div className="mt-auto grid grid-cols-2 gap-2">
        <ButtonLink href={paths.folder(id)} variant="outline" aria-describedby={heading}>
          Ver cartas
        </ButtonLink>
        <ButtonLink href={paths.study(id)} variant="outline" aria-describedby={heading}>
          {folder.hasStudiedCards ? "Repasar" : "Empezar"}
        </ButtonLink>
      </div>
    </article>
  );
}

export function FolderCardSkeleton() {
  return (
    <div className="surface-card flex min-h-46 flex-col p-4 md:p-5">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="mt-4 h-5 w-1/2" />
      <div className="mt-auto grid grid-cols-2 gap-2">
        <Skeleton className="h-11 rounded-control" />
        <Skeleton className="h-11 rounded-control" />
      </div>
    </div>
  );
}
