import type { PendingFolder } from "@repasa/contract/stats.ts";
import { useId } from "react";
import { difficulties } from "#lib/difficulty.ts";
import { nameDifficulty } from "#lib/difficulty-names.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { RowLinks } from "#ui/row-links.tsx";

/** A folder with pending cards: their number, how many there are of each difficulty, and both ways to them in words. */
export function PendingFolderRow({ folder, level }: { folder: PendingFolder; level: 2 | 3 }) {
  const titleId = useId();
  const { folderId, name, total } = folder;
  const present = difficulties.filter((difficulty) => folder[difficulty] > 0);
  const Heading = `h${level}` as const;
  return (
    <article
      aria-labelledby={titleId}
      className="surface-card relative flex h-full flex-col justify-between gap-1 p-2.5 pb-1.5 transition-colors duration-100 hover:bg-sunken"
    >
      <div className="flex items-center gap-2.5">
        <FolderFace face={folder} />
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline justify-between gap-3">
            <Heading id={titleId} className="line-clamp-3 wrap-anywhere min-w-0 text-base" title={name}>
              {name}
            </Heading>
            <p className="tabular shrink-0 font-semibold text-sm">{counted(total, "carta", "cartas")}</p>
          </div>
          <ul aria-label="Por dificultad" className="tabular flex flex-wrap gap-x-2.5 text-ink-soft text-xs">
            {present.map((difficulty) => (
              <li key={difficulty} className="inline-flex items-center gap-1">
                <DifficultyDot difficulty={difficulty} decorative className="size-2.5" />
                {formatCount(folder[difficulty])}
                <span>{nameDifficulty(difficulty, folder[difficulty])}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-1">
        <RowLinks
          titleId={titleId}
          open={{ href: paths.pendingReviews(folderId), text: "Ver Cartas" }}
          study={{ href: paths.study(folderId), text: "Comenzar revisión", isPending: true }}
        />
      </div>
    </article>
  );
}
