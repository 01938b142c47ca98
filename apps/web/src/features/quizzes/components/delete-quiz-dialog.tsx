import { useLocation } from "wouter";
import { useRemoveQuiz } from "#features/quizzes/quizzes.api.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";

type DeleteQuizDialogProps = {
  quizId: number;
  /** The path of what was tested, which is shown afterwards. */
  source: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function DeleteQuizDialog({ quizId, source, open, onOpenChange }: DeleteQuizDialogProps) {
  const remove = useRemoveQuiz();
  const [, navigate] = useLocation();
  return (
    <DeleteDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Eliminar test"
      description="Se eliminará el test con sus respuestas. Si terminó hoy, tus cartas quedarán como antes de hacerlo."
      confirmLabel="Eliminar"
      pending={remove.isPending}
      onDelete={() => remove.mutateAsync(quizId)}
      onDeleted={() => {
        navigate(source, { replace: true });
      }}
    />
  );
}
