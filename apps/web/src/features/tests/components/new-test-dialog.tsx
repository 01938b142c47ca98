import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { testableFoldersQuery, useCreateTest } from "#features/tests/tests.api.ts";
import { createTestFields, INITIAL_FIELDS, MINUTES, QUESTION_COUNTS, WAYS } from "#features/tests/tests.fields.ts";
import { parseIds } from "#lib/id-list.ts";
import { paths } from "#paths.ts";
import { FolderChecks } from "#ui/folder-checks.tsx";
import { type FieldControl, FormDialog } from "#ui/form-dialog.tsx";
import { RowListSkeleton } from "#ui/row-list.tsx";
import { SelectField } from "#ui/select-field.tsx";

type NewTestDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The folder that is chosen at first, or the exam that the test covers. */
  source: { folderId: number } | { examId: number };
};

/** Creates a test, and opens it. What is chosen at first suits most students. */
export function NewTestDialog({ open, onOpenChange, source }: NewTestDialogProps) {
  const create = useCreateTest();
  const [, navigate] = useLocation();
  const ofExam = "examId" in source;
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Hacer un test"
      schema={createTestFields(ofExam)}
      initial={{ ...INITIAL_FIELDS, folderIds: ofExam ? "" : String(source.folderId) }}
      onSave={async ({ questions, way, minutes, folderIds = "" }, clientId) => {
        const covered = ofExam ? source : { folderIds: parseIds(folderIds) };
        const test = await create.mutateAsync({
          ...{ ...covered, questions, kinds: way, clientId },
          ...(minutes !== undefined && { minutes }),
        });
        navigate(paths.test(test.id));
      }}
      saveLabel="Empezar"
    >
      {(field, { change }) => (
        <>
          <SelectField {...field("questions")} label="Preguntas" hint="Al azar entre todas las cartas.">
            {QUESTION_COUNTS.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </SelectField>
          <SelectField {...field("way")} label="Cómo responder">
            {WAYS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField {...field("minutes")} label="Tiempo">
            {MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes === "" ? "Sin límite" : `${minutes} minutos`}
              </option>
            ))}
          </SelectField>
          {!ofExam && <TestFolders field={field("folderIds")} onChange={(ids) => change("folderIds", ids)} />}
        </>
      )}
    </FormDialog>
  );
}

type TestFoldersProps = { field: FieldControl; onChange: (ids: string) => void };

function TestFolders({ field, onChange }: TestFoldersProps) {
  const { data: folders } = useQuery(testableFoldersQuery());
  if (!folders) return <RowListSkeleton rows={2} />;
  return <FolderChecks value={field.value} error={field.error} onChange={onChange} folders={folders} />;
}
