import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { testableFoldersQuery, useCreateQuiz } from "#features/quizzes/quizzes.api.ts";
import { createQuizFields, INITIAL_FIELDS, MINUTES, QUESTION_COUNTS, WAYS } from "#features/quizzes/quizzes.fields.ts";
import { paths } from "#paths.ts";
import { FolderChecks } from "#ui/folder-checks.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { RowListSkeleton } from "#ui/row-list.tsx";
import { SelectField } from "#ui/select-field.tsx";

type NewQuizDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The folder that is chosen at first, or the exam that the quiz covers. */
  source: { folderId: number } | { examId: number };
};

/** Creates a quiz, and opens it. What is chosen at first suits most students. */
export function NewQuizDialog({ open, onOpenChange, source }: NewQuizDialogProps) {
  const create = useCreateQuiz();
  const [, navigate] = useLocation();
  const ofExam = "examId" in source;
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Hacer un test"
      schema={createQuizFields(ofExam)}
      initial={ofExam ? INITIAL_FIELDS : { ...INITIAL_FIELDS, folderIds: [source.folderId] }}
      onSave={async ({ questions, way, minutes, folderIds }, clientId) => {
        const covered = ofExam ? source : { folderIds: [...folderIds] };
        const quiz = await create.mutateAsync({
          ...covered,
          questions,
          kinds: way,
          clientId,
          ...(minutes !== undefined && { minutes }),
        });
        navigate(paths.quiz(quiz.id));
      }}
      saveLabel="Empezar"
    >
      {({ fields, field, errorOf, change }) => (
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
          {!ofExam && (
            <QuizFolders
              ids={fields.folderIds}
              error={errorOf("folderIds")}
              onChange={(folderIds) => change({ folderIds })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

type QuizFoldersProps = { ids: readonly number[]; error: string | undefined; onChange: (ids: number[]) => void };

function QuizFolders({ ids, error, onChange }: QuizFoldersProps) {
  const { data: folders } = useQuery(testableFoldersQuery());
  if (!folders) return <RowListSkeleton rows={2} />;
  return <FolderChecks ids={ids} error={error} onChange={onChange} folders={folders} />;
}
