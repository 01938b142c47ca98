import type { Folder } from "@repasa/contract/folders.ts";
import { Check, Trash2 } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { counted, formatCount } from "#lib/plural.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { describeWaiting } from "#lib/waiting-text.ts";
import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { FolderFace } from "#ui/folder-face.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { moveFocus } from "#ui/menu.tsx";
import { RowLinks } from "#ui/row-links.tsx";

type FolderRowProps = {
  folder: Folder;
  now: Date;
  /** False during the first paint, which leaves out what is not visible in it. */
  isPainted: boolean;
  /** True if the row shows its delete button, instead of its study link. */
  editing: boolean;
  /** The level of its heading. */
  level: 2 | 3;
  onDelete: () => void;
};

/**
 * A folder, with both ways to it in words. The Tab key stops once in each row, at its cards; the arrows to the left and right
 * reach its other controls.
 */
export function FolderRow({ folder, now, isPainted, editing, level, onDelete }: FolderRowProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  const { id, name, dueCount, hasStudiedCards } = folder;
  return (
    <article
      aria-labelledby={titleId}
      onKeyDown={moveWithinRow}
      className="group/row surface-card relative flex h-full min-h-15 flex-col justify-center gap-x-2 p-1.5 pl-2.5 transition-colors duration-100 hover:bg-sunken md:flex-row md:items-center"
    >
      <div className="flex min-w-0 items-center gap-2.5 md:flex-1">
        <FolderFace face={folder} />
        <div className="min-w-0 flex-1">
          <Heading id={titleId} className="line-clamp-3 wrap-anywhere text-base" title={name}>
            {name}
          </Heading>
          <Details folder={folder} now={now} />
          {folder.follows?.from && <p className="truncate text-ink-soft text-sm">De {folder.follows.from}</p>}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-1">
        {(editing || isPainted) && (
          <span className="relative z-1 flex">
            <IconButton
              label={`Eliminar carpeta ${name}`}
              icon={<Trash2 />}
              tone="danger"
              tabIndex={editing ? 0 : -1}
              onClick={onDelete}
              className={cx(!editing && receding)}
            />
          </span>
        )}
        <RowLinks
          titleId={titleId}
          open={{ href: paths.folder(id), text: "Ver cartas" }}
          study={
            editing
              ? undefined
              : { href: paths.study(id), text: hasStudiedCards ? "Repasar" : "Empezar", isPending: dueCount > 0 }
          }
          isOneStop
        />
      </div>
    </article>
  );
}

function moveWithinRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") moveFocus(event, "a[href], button");
}

/** It lies before the links while the mouse is over the row, or the keyboard has reached it. */
const receding = cx(
  "-translate-y-1/2 absolute right-full bg-sunken",
  "opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100",
  "pointer-coarse:not-focus-visible:sr-only pointer-coarse:opacity-100",
);

/** What waits, how many cards there are, and when the folder was changed last: the same line in each row. */
function Details({ folder, now }: Pick<FolderRowProps, "folder" | "now">) {
  const { cardCount, dueCount, dueWaiting, hasStudiedCards, updatedAt } = folder;
  const isUpToDate = hasStudiedCards && cardCount > 0 && dueCount + dueWaiting === 0;
  return (
    // The dot lies in the gap before the age, so that it is cut off where the age has a line of its own.
    <p className="tabular flex flex-wrap gap-x-4 overflow-hidden text-ink-soft text-sm">
      <span className={cx("inline-flex items-center gap-1", isUpToDate && "text-easy")}>
        {isUpToDate && <Check aria-hidden className="size-4" />}
        {describeCards(folder)}
      </span>
      <time dateTime={updatedAt} className="relative before:absolute before:-left-2.5 before:content-['·'_/_'']">
        {timeAgo(updatedAt, now)}
      </time>
    </p>
  );
}

function describeCards({ cardCount, dueCount, dueWaiting, hasStudiedCards }: Folder): string {
  if (cardCount === 0) return "Sin cartas";
  // New cards may wait for their day, so that nothing is due before the folder was ever studied.
  if (dueCount === 0)
    return describeWaiting({ newWaiting: 0, dueWaiting }) ?? (hasStudiedCards ? "Al día" : "Sin empezar");
  return dueCount === cardCount
    ? counted(dueCount, "pendiente", "pendientes")
    : `${formatCount(dueCount)} de ${formatCount(cardCount)} pendientes`;
}
