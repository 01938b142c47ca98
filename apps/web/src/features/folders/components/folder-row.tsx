import type { Folder } from "@repasa/contract/folders.ts";
import { Check, Trash2 } from "lucide-react";
import { counted } from "#lib/plural.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useNow } from "#lib/use-now.ts";
import { paths } from "#paths.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { LinkedRow } from "#ui/linked-row.tsx";
import { StudyLink } from "#ui/study-link.tsx";

export function FolderRow({ folder, onDelete }: { folder: Folder; onDelete: () => void }) {
  const now = useNow();
  const { id, name, description, cardCount, dueCount, updatedAt } = folder;
  return (
    <LinkedRow
      title={name}
      aside={
        description && <p className="min-w-0 flex-1 truncate text-ink-soft text-sm @max-md:sr-only">{description}</p>
      }
      level={2}
      link={{ href: paths.folder(id), text: "Ver cartas" }}
      controls={(titleId) => (
        <>
          <StudyLink
            href={paths.study(id)}
            text={folder.hasStudiedCards ? "Repasar" : "Empezar"}
            describedBy={titleId}
            urgent={dueCount > 0}
          />
          <IconButton label={`Eliminar carpeta ${name}`} icon={<Trash2 />} tone="danger" onClick={onDelete} />
        </>
      )}
    >
      {/* Items that do not fit are omitted rather than cut off. */}
      <p className="tabular flex h-[1lh] flex-wrap gap-x-3 overflow-hidden whitespace-nowrap text-ink-soft text-sm">
        {dueCount > 0 ? (
          <span className="font-semibold text-brand-ink">{counted(dueCount, "pendiente", "pendientes")}</span>
        ) : (
          cardCount > 0 && (
            <span className="inline-flex items-center gap-1 text-easy">
              <Check aria-hidden className="size-4" />
              Al día
            </span>
          )
        )}
        <span>{counted(cardCount, "carta", "cartas")}</span>
        <time dateTime={updatedAt}>{timeAgo(updatedAt, now)}</time>
      </p>
    </LinkedRow>
  );
}
