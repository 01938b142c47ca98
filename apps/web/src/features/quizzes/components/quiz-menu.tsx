import { useLocation } from "wouter";
import { useRemoveQuiz } from "#features/quizzes/quizzes.api.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";
import type { OpenState } from "#ui/dialog.tsx";

type DeleteQuizDialogProps = OpenState & {
  quizId: number;
  /** The path of what was tested, which is shown afterwards. */
  source: string;
};

export function DeleteQuizDialog({ quizId, source, ...dialog }: DeleteQuizDialogProps) {
  const remove = useRemoveQuiz();
  const [, navigate] = useLocation();
  return (
    <DeleteDialog
      {...dialog}
      title="Eliminar test"
      description="Se eliminará el test con sus respuestas. Si terminó hoy, tus cartas quedarán como antes de hacerlo."
      confirmLabel="Eliminar"
      deletion={remove}
      subject={quizId}
      onDeleted={() => {
        navigate(source, { replace: true });
      }}
    />
  );
}
