import type { Folder } from "@repasa/contract/folders.ts";
import { Check, Trash2 } from "lucide-react";
import { counted, formatCount } from "#lib/plural.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useNow } from "#lib/use-now.ts";
import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { FolderFace } from "#ui/folder-face.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { LinkedRow } from "#ui/linked-row.tsx";
import { StudyLink } from "#ui/study-link.tsx";

type FolderRowProps = {
  folder: Folder;
  /** True if the row shows its delete button, instead of its study link. */
  editing: boolean;
  onDelete: () => void;
};

export function FolderRow({ folder, editing, onDelete }: FolderRowProps) {
  const { id, name, dueCount } = folder;
  return (
    <LinkedRow
      face={<FolderFace face={folder} />}
      title={name}
      level={2}
      link={{ href: paths.folder(id), text: "Ver cartas" }}
      controls={(titleId) => (
        <>
          <IconButton
            label={`Eliminar carpeta ${name}`}
            icon={<Trash2 />}
            tone="danger"
            onClick={onDelete}
            className={cx(!editing && receding)}
          />
          {!editing && (
            <StudyLink
              href={paths.study(id)}
              text={folder.hasStudiedCards ? "Repasar" : "Empezar"}
              describedBy={titleId}
              pending={dueCount > 0 ? counted(dueCount, "carta", "cartas") : undefined}
            />
          )}
        </>
      )}
    >
      <Details folder={folder} />
    </LinkedRow>
  );
}

/** Without a mouse, the button takes up no room until the keyboard reaches it. */
const receding = cx(
  "opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100",
  "pointer-coarse:not-focus-visible:sr-only pointer-coarse:opacity-100",
);

function Details({ folder: { description, cardCount, dueCount, updatedAt } }: Pick<FolderRowProps, "folder">) {
  const now = useNow();
  return (
    <div className="tabular flex h-[1lh] gap-x-3 overflow-hidden whitespace-nowrap text-ink-soft text-sm">
      {dueCount === 0 && cardCount > 0 && (
        <span className="inline-flex shrink-0 items-center gap-1 text-easy">
          <Check aria-hidden className="size-4" />
          Al día
        </span>
      )}
      {description ? (
        <p className="min-w-0 truncate">{description}</p>
      ) : (
        // Items that do not fit are omitted rather than cut off.
        <p className="flex flex-wrap gap-x-3 @max-[14rem]:sr-only">
          {/* Beside the number of pending cards, the total says that it is one. */}
          <span>{dueCount > 0 ? `${formatCount(cardCount)} en total` : counted(cardCount, "carta", "cartas")}</span>
          <time dateTime={updatedAt}>{timeAgo(updatedAt, now)}</time>
        </p>
      )}
    </div>
  );
}
