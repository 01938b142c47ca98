import type { PendingFolder } from "@repasa/contract/stats.ts";
import { difficulties } from "#lib/difficulty.ts";
import { nameDifficulty } from "#lib/difficulty-names.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { LinkedRow } from "#ui/linked-row.tsx";
import { StudyLink } from "#ui/study-link.tsx";

/** The widths below which the names do not fit beside the pill, by the number of states. */
const hiddenNames: Record<number, string> = {
  2: "@max-[20rem]:sr-only",
  3: "@max-[25rem]:sr-only",
  4: "@max-[29rem]:sr-only",
};

export function PendingFolderRow({ folder, level }: { folder: PendingFolder; level: 2 | 3 }) {
  const { folderId, name, total } = folder;
  const present = difficulties.filter((difficulty) => folder[difficulty] > 0);
  return (
    <LinkedRow
      face={<FolderFace face={folder} />}
      title={name}
      level={level}
      link={{ href: paths.pendingReviews(folderId), text: "Ver Cartas" }}
      controls={(titleId) => (
        <StudyLink
          href={paths.study(folderId)}
          text="Comenzar revisión"
          describedBy={titleId}
          pending={counted(total, "carta", "cartas")}
        />
      )}
    >
      <ul aria-label="Por dificultad" className="@container tabular flex flex-wrap gap-x-2.5 text-xs">
        {present.map((difficulty) => (
          <li key={difficulty} className="inline-flex items-center gap-1 text-ink-soft">
            <DifficultyDot difficulty={difficulty} decorative className="size-2.5" />
            {formatCount(folder[difficulty])}
            {/* The shapes distinguish three and states where their names do not fit in one line. */}
            <span className={hiddenNames[present.length]}>{nameDifficulty(difficulty, folder[difficulty])}</span>
          </li>
        ))}
      </ul>
    </LinkedRow>
  );
}
