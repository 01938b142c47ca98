import type { AssignmentFigures } from "@repasa/contract/classes.ts";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { folderNamesQuery } from "#features/cards/cards.api.ts";
import { classQuery, figuresQuery, useRemoveAssignment } from "#features/classes/classes.api.ts";
import { AssignmentDialog } from "#features/classes/components/assignment-dialog.tsx";
import { ClassFigures, OwnFigures, Students } from "#features/classes/components/class-figures.tsx";
import { isNotFound } from "#lib/api-error.ts";
import { counted } from "#lib/plural.ts";
import { failureOf } from "#lib/query-failure.ts";
import { dayAndMonth } from "#lib/wording.ts";
import { paths } from "#paths.ts";
import { deleteDialog } from "#ui/delete-dialog.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { LinkedRow } from "#ui/linked-row.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { MissingState } from "#ui/missing-state.tsx";
import { NeedsConnection } from "#ui/needs-connection.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageMenu } from "#ui/page-menu.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

type AssignmentViewProps = { classId: number; assignmentId: number };

/** In milliseconds: the first figures exist within half a minute. */
const FIGURES_DELAY = 3000;
const MAX_ASKED = 20;

export function AssignmentView({ classId, assignmentId }: AssignmentViewProps) {
  const query = useQuery({
    ...figuresQuery(classId, assignmentId),
    refetchInterval: ({ state }) => state.data?.asOf === null && state.dataUpdateCount < MAX_ASKED && FIGURES_DELAY,
  });
  const { data: one } = useQuery(classQuery(classId));
  if (isNotFound(query.error)) return <MissingState of="assignment" />;
  if (query.data && one) {
    return one.role === "teacher" ? (
      <TaughtAssignment classId={classId} figures={query.data} />
    ) : (
      <Assignment classId={classId} figures={query.data} />
    );
  }
  if (query.isPending || !query.error) return <AssignmentSkeleton />;
  return <LoadFailure what="la tarea" {...failureOf(query)} />;
}

type AssignmentProps = { classId: number; figures: AssignmentFigures };

function TaughtAssignment({ classId, figures }: AssignmentProps) {
  const [shown, setShown] = useState<"edit" | "remove" | null>(null);
  const [, navigate] = useLocation();
  const hide = (open: boolean) => {
    if (!open) setShown(null);
  };
  const items = [
    { label: "Editar tarea", icon: <Pencil />, onSelect: () => setShown("edit") },
    { label: "Eliminar tarea", icon: <Trash2 />, onSelect: () => setShown("remove") },
  ];
  return (
    <>
      <Assignment
        classId={classId}
        figures={figures}
        menu={<PageMenu label="Más opciones de la tarea" items={items} />}
      />
      <AssignmentDialog open={shown === "edit"} onOpenChange={hide} classId={classId} assignment={figures} />
      <DeleteAssignmentDialog
        open={shown === "remove"}
        onOpenChange={hide}
        subject={{ classId, id: figures.id }}
        onDeleted={() => navigate(paths.classes(classId), { replace: true })}
      />
    </>
  );
}

const DeleteAssignmentDialog = deleteDialog({
  title: "¿Eliminar la tarea?",
  description:
    "Se quitan sus exámenes, y las carpetas dejan de actualizarse. Cada estudiante conserva las cartas y sus repasos.",
  confirmLabel: "Eliminar tarea",
  useDeletion: useRemoveAssignment,
});

function Assignment({ classId, figures, menu }: AssignmentProps & { menu?: ReactNode }) {
  const { name, date } = figures;
  return (
    <>
      <PageHeader
        title={name}
        subtitle={date !== null && <time dateTime={date}>Examen el {dayAndMonth(date)}</time>}
        backHref={paths.classes(classId)}
        menu={menu}
      />
      <NeedsConnection>Las cifras son las últimas que vio este dispositivo.</NeedsConnection>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6">
        <div className="grid min-w-0 gap-4 lg:gap-6">
          {figures.me && <OwnFigures row={figures.me} />}
          <ClassFigures figures={figures} />
          {figures.me === null && <Students figures={figures} />}
        </div>
        <Folders ids={figures.folderIds} />
      </div>
    </>
  );
}

/** The folders of an assignment: the teacher's, or the student's own that follow them. */
function Folders({ ids }: { ids: readonly number[] }) {
  const { data: folders = [] } = useQuery(folderNamesQuery());
  const shown = folders.filter(({ id }) => ids.includes(id));
  return (
    <section aria-labelledby="carpetas-de-la-tarea" className="min-w-0">
      <h2 id="carpetas-de-la-tarea" className="mb-2 text-lg">
        Carpetas
      </h2>
      {ids.length === 0 && <p className="text-ink-soft">Están llegando a tus carpetas.</p>}
      <ul className="grid gap-2">
        {shown.map((folder) => (
          <li key={folder.id}>
            <LinkedRow
              face={<FolderFace face={folder} />}
              title={folder.name}
              level={3}
              link={{ href: paths.folder(folder.id), text: "Ver la carpeta" }}
            >
              <p className="tabular text-ink-soft text-sm">{counted(folder.cardCount, "carta", "cartas")}</p>
            </LinkedRow>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AssignmentSkeleton() {
  return <SkeletonGroup shapes={["mt-1 mb-7 h-9 w-56", "h-60 rounded-card"]} />;
}
