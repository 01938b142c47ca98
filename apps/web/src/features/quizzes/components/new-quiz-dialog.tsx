import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { testableFoldersQuery, useCreateQuiz } from "#features/quizzes/quizzes.api.ts";
import {
  createQuizFields,
  findWay,
  formatMinutes,
  MINUTES,
  QUESTION_COUNTS,
  readLastOptions,
  rememberOptions,
  summarizeOptions,
  WAYS,
} from "#features/quizzes/quizzes.fields.ts";
import { paths } from "#paths.ts";
import { FolderChecks } from "#ui/folder-checks.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { MoreOptions } from "#ui/more-options.tsx";
import { RowListSkeleton } from "#ui/row-list.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SelectOptions } from "#ui/select-options.tsx";

type NewQuizDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The folder that is chosen at first, or the exam that the quiz covers. */
  source: { folderId: number } | { examId: number };
};

/** Creates a quiz, and opens it. What is chosen at first suits most students, later it is what was chosen last. */
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
      initial={{ ...readLastOptions(), folderIds: ofExam ? [] : [source.folderId] }}
      onSave={async ({ questions, way, minutes, folderIds }, clientId) => {
        const covered = ofExam ? source : { folderIds: [...folderIds] };
        const quiz = await create.mutateAsync({
          ...covered,
          questions: Number(questions),
          kinds: [...findWay(way).kinds],
          clientId,
          ...(minutes !== "" && { minutes: Number(minutes) }),
        });
        rememberOptions({ questions, way, minutes });
        navigate(paths.quiz(quiz.id));
      }}
      saveLabel="Empezar"
    >
      {({ fields, field, errorOf, change }) => (
        <MoreOptions summary={summarizeOptions(fields)} needed={errorOf("folderIds") !== undefined}>
          <SelectField {...field("questions")} label="Preguntas" hint="Al azar entre todas las cartas.">
            {QUESTION_COUNTS.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </SelectField>
          <SelectField {...field("way")} label="Cómo responder">
            <SelectOptions options={WAYS} />
          </SelectField>
          <SelectField {...field("minutes")} label="Tiempo">
            {MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {formatMinutes(minutes)}
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
        </MoreOptions>
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
