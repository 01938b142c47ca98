import { MAX_DAYS_TO_EXAM } from "@repasa/contract/exams.forms.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import { useQuery } from "@tanstack/react-query";
import { choosableFoldersQuery, useCreateExam, useUpdateExam } from "#features/exams/exams.api.ts";
import { createExamFields } from "#features/exams/exams.fields.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { useDraftKey } from "#features/session/use-draft-key.ts";
import { addDays } from "#lib/local-date.ts";
import { failureOf } from "#lib/query-failure.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { FolderChecks } from "#ui/folder-checks.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { RowListSkeleton } from "#ui/row-list.tsx";
import { TextField } from "#ui/text-field.tsx";

type ExamDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  exam?: Exam | undefined;
  /** The folder that is preselected for a new exam. */
  folderId?: number | undefined;
  onSaved?: ((exam: Exam) => void) | undefined;
};

export function ExamDialog({ open, onOpenChange, exam, folderId, onSaved }: ExamDialogProps) {
  const create = useCreateExam();
  const update = useUpdateExam();
  const today = useToday();
  const draftKey = useDraftKey(exam ? { exam: exam.id } : { newExamOf: folderId ?? null });
  const first = addDays(today, 1);
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={exam ? "Editar examen" : "Nuevo examen"}
      schema={createExamFields(today, exam?.date)}
      initial={toExamFields(exam, folderId)}
      draftKey={draftKey}
      onSave={async (values, clientId) => {
        const body = { ...values, folderIds: [...values.folderIds] };
        const saved = await (exam
          ? update.mutateAsync({ id: exam.id, ...body })
          : create.mutateAsync({ ...body, clientId }));
        onSaved?.(saved);
      }}
      saveLabel={exam ? "Guardar cambios" : "Crear examen"}
    >
      {({ fields, field, errorOf, change }) => (
        <>
          <TextField {...field("name")} label="Nombre" placeholder="Parcial de anatomía" autoComplete="off" />
          <TextField
            {...field("date")}
            label="Fecha"
            type="date"
            min={exam && exam.date < first ? exam.date : first}
            max={addDays(today, MAX_DAYS_TO_EXAM)}
          />
          <ExamFolders
            ids={fields.folderIds}
            error={errorOf("folderIds")}
            onChange={(folderIds) => change({ folderIds })}
          />
        </>
      )}
    </FormDialog>
  );
}

function toExamFields(exam: Exam | undefined, folderId: number | undefined) {
  return {
    name: exam?.name ?? "",
    date: exam?.date ?? "",
    folderIds: exam ? exam.folders.map((folder) => folder.folderId) : folderId === undefined ? [] : [folderId],
  };
}

type ExamFoldersProps = { ids: readonly number[]; error: string | undefined; onChange: (ids: number[]) => void };

function ExamFolders({ ids, error: problem, onChange }: ExamFoldersProps) {
  const query = useQuery(choosableFoldersQuery());
  const { data: folders, isPending } = query;
  if (folders) {
    return <FolderChecks ids={ids} error={problem} onChange={onChange} folders={folders} />;
  }
  if (isPending) return <RowListSkeleton rows={3} />;
  return <ErrorState title="No se pudieron cargar tus carpetas" {...failureOf(query)} />;
}
