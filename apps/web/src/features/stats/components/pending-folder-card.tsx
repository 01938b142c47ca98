import type { PendingFolder } from "@repasa/contract/stats.ts";
import { useId } from "react";
import { difficulties } from "#lib/difficulty.ts";
import { counted } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { DifficultyBadge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button-link.tsx";

type PendingFolderCardProps = {
  folder: PendingFolder;
  level: 2 | 3;
  primary: boolean;
};

export function PendingFolderCard({ folder, level, primary }: PendingFolderCardProps) {
  const heading = useId();
  const Heading = `h${level}` as const;
  const { folderId, name, total } = folder;
  return (
    <article aria-labelledby={heading} className="surface-card flex h-full flex-col p-4 md:p-5">
      <div className="flex items-start justify-between gap-3">
        <Heading id={heading} className="line-clamp-2 min-w-0 wrap-anywhere text-lg">
          {name}
        </Heading>
        <span className="tabular shrink-0 pt-1 font-semibold text-ink-soft text-sm">
          {counted(total, "carta", "cartas")}
        </span>
      </div>
      <ul aria-label="Por dificultad" className="mt-2 mb-4 flex flex-wrap gap-1.5">
        {difficulties
          .filter((difficulty) => folder[difficulty] > 0)
          .map((difficulty) => (
            <li key={difficulty}>
              <DifficultyBadge difficulty={difficulty} count={folder[difficulty]} />
            </li>
          ))}
      </ul>
      <div className="mt-auto grid grid-cols-[auto_1fr] gap-2">
        <ButtonLink href={paths.pendingReviews(folderId)} variant="outline" aria-describedby={heading}>
          Ver Cartas
        </ButtonLink>
        <ButtonLink href={paths.study(folderId)} variant={primary ? "primary" : "outline"} aria-describedby={heading}>
          Comenzar revisión
        </ButtonLink>
      </div>
    </article>
  );
}
