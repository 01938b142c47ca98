import type { Assignment } from "@repasa/contract/classes.ts";
import { MAX_DAYS_TO_EXAM } from "@repasa/contract/exams.forms.ts";
import { useQuery } from "@tanstack/react-query";
import { folderNamesQuery } from "#features/cards/cards.api.ts";
import { useCreateAssignment, useUpdateAssignment } from "#features/classes/classes.api.ts";
import { createAssignmentFields } from "#features/classes/classes.fields.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { addDays } from "#lib/local-date.ts";
import { failureOf } from "#lib/query-failure.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { FolderChecks } from "#ui/folder-checks.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { RowListSkeleton } from "#ui/row-list.tsx";
import { TextField } from "#ui/text-field.tsx";

type AssignmentDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  classId: number;
  /** Undefined for a new one. */
  assignment?: Assignment;
  onCreated?: (created: Assignment) => void;
};

export function AssignmentDialog({ open, onOpenChange, classId, assignment, onCreated }: AssignmentDialogProps) {
  const create = useCreateAssignment();
  const update = useUpdateAssignment();
  const today = useToday();
  const first = addDays(today, 1);
  const date = assignment?.date ?? "";
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={assignment ? "Editar tarea" : "Nueva tarea"}
      description="Cada estudiante recibe estas carpetas, con lo que cambies después."
      schema={createAssignmentFields(today, assignment?.date)}
      initial={{ name: assignment?.name ?? "", date, folderIds: assignment?.folderIds ?? [] }}
      onSave={async (values) => {
        const body = {
          name: values.name,
          folderIds: [...values.folderIds],
          date: values.date === "" ? null : values.date,
        };
        if (assignment) await update.mutateAsync({ classId, id: assignment.id, ...body });
        else onCreated?.(await create.mutateAsync({ classId, ...body }));
      }}
      saveLabel={assignment ? "Guardar cambios" : "Crear tarea"}
    >
      {({ fields, field, errorOf, change }) => (
        <>
          <TextField {...field("name")} label="Nombre" placeholder="Tema 3: la célula" autoComplete="off" />
          <TextField
            {...field("date")}
            label="Fecha del examen (opcional)"
            hint="Con fecha, cada estudiante tiene un examen ese día."
            type="date"
            min={date !== "" && date < first ? date : first}
            max={addDays(today, MAX_DAYS_TO_EXAM)}
          />
          <AssignedFolders
            ids={fields.folderIds}
            error={errorOf("folderIds")}
            onChange={(folderIds) => change({ folderIds })}
          />
        </>
      )}
    </FormDialog>
  );
}

type AssignedFoldersProps = { ids: readonly number[]; error: string | undefined; onChange: (ids: number[]) => void };

function AssignedFolders({ ids, error: problem, onChange }: AssignedFoldersProps) {
  const query = useQuery(folderNamesQuery());
  if (query.data) return <FolderChecks ids={ids} error={problem} onChange={onChange} folders={query.data} />;
  if (query.isPending) return <RowListSkeleton rows={3} />;
  return <ErrorState title="No se pudieron cargar tus carpetas" {...failureOf(query)} />;
}
