import type { Exam } from "@repasa/contract/exams.ts";
import { FolderX } from "lucide-react";
import { counted } from "#lib/plural.ts";
import { percent } from "#lib/wording.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { LinkedRow } from "#ui/linked-row.tsx";
import { RowList } from "#ui/row-list.tsx";
import { StudyLink } from "#ui/study-link.tsx";

type ExamFolderListProps = {
  exam: Exam;
  /** The expected recall by folder, where it is known. */
  shares?: ReadonlyMap<number, number>;
  onEdit: () => void;
};

export function ExamFolderList({ exam, shares, onEdit }: ExamFolderListProps) {
  const { folders, cards } = exam;
  if (folders.length === 0) {
    return (
      <EmptyState
        icon={<FolderX />}
        title="Este examen no tiene carpetas"
        text="Las que tenía se eliminaron. Elige otras para prepararlo."
        action={<Button onClick={onEdit}>Elegir carpetas</Button>}
      />
    );
  }
  return (
    <details open={cards === 0}>
      <summary className="tabular w-fit rounded-sm py-2.5">
        <h2 className="inline text-lg">{counted(folders.length, "carpeta", "carpetas")}</h2>{" "}
        <span className="text-ink-soft text-sm">{counted(cards, "carta", "cartas")} en total</span>
      </summary>
      <RowList
        label="Carpetas del examen"
        items={folders}
        itemKey={({ folderId }) => folderId}
        renderItem={({ folderId, name, cards, ...face }) => (
          <LinkedRow
            face={<FolderFace face={face} />}
            title={name}
            level={3}
            link={{ href: paths.folder(folderId), text: "Ver cartas" }}
            controls={(titleId) =>
              cards > 0 && <StudyLink href={paths.study(folderId)} text="Repasar" describedBy={titleId} />
            }
          >
            <p className="tabular text-ink-soft text-sm">{formatFolder(cards, shares?.get(folderId))}</p>
          </LinkedRow>
        )}
      />
    </details>
  );
}

function formatFolder(cards: number, share: number | undefined): string {
  const count = counted(cards, "carta", "cartas");
  return share === undefined || cards === 0 ? count : `${count}, se espera el ${percent(share)}`;
}
