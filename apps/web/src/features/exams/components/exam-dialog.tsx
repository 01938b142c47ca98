import { MAX_DAYS_TO_EXAM } from "@repasa/contract/exams.forms.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { choosableFoldersQuery, useCreateExam, useUpdateExam } from "#features/exams/exams.api.ts";
import { createExamFields } from "#features/exams/exams.fields.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { useDraftKey } from "#features/session/use-draft-key.ts";
import { parseIds } from "#lib/id-list.ts";
import { addDays } from "#lib/local-date.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { FolderChecks } from "#ui/folder-checks.tsx";
import { type FieldControl, FormDialog } from "#ui/form-dialog.tsx";
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
  // Fixed while the dialog is open, so that an update of the exam does not count as a change by the user.
  const [initial, setInitial] = useState(() => toExamFields(exam, folderId));
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setInitial(toExamFields(exam, folderId));
  }
  const first = addDays(today, 1);
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={exam ? "Editar examen" : "Nuevo examen"}
      schema={createExamFields(today, exam?.date)}
      initial={initial}
      draftKey={draftKey}
      onSave={async (values, clientId) => {
        const body = { ...values, folderIds: parseIds(values.folderIds) };
        const saved = await (exam
          ? update.mutateAsync({ id: exam.id, ...body })
          : create.mutateAsync({ ...body, clientId }));
        onSaved?.(saved);
      }}
      saveLabel={exam ? "Guardar cambios" : "Crear examen"}
    >
      {(field, { change }) => (
        <>
          <TextField {...field("name")} label="Nombre" placeholder="Parcial de anatomía" autoComplete="off" />
          <TextField
            {...field("date")}
            label="Fecha"
            type="date"
            min={exam && exam.date < first ? exam.date : first}
            max={addDays(today, MAX_DAYS_TO_EXAM)}
          />
          <ExamFolders field={field("folderIds")} onChange={(ids) => change("folderIds", ids)} />
        </>
      )}
    </FormDialog>
  );
}

function toExamFields(exam: Exam | undefined, folderId: number | undefined) {
  return {
    name: exam?.name ?? "",
    date: exam?.date ?? "",
    folderIds: exam ? exam.folders.map((folder) => folder.folderId).join(",") : String(folderId ?? ""),
  };
}

type ExamFoldersProps = { field: FieldControl; onChange: (ids: string) => void };

function ExamFolders({ field, onChange }: ExamFoldersProps) {
  const { data: folders, isPending, error, isFetching, refetch } = useQuery(choosableFoldersQuery());
  if (folders) {
    return <FolderChecks value={field.value} error={field.error} onChange={onChange} folders={folders} />;
  }
  if (isPending) return <RowListSkeleton rows={3} />;
  return (
    <ErrorState
      title="No se pudieron cargar tus carpetas"
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
