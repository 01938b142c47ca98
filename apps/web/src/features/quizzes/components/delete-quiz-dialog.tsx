import { useLocation } from "wouter";
import { useRemoveQuiz } from "#features/quizzes/quizzes.api.ts";
import { paths } from "#paths.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";

type DeleteQuizDialogProps = { quizId: number; open: boolean; onOpenChange: (open: boolean) => void };

export function DeleteQuizDialog({ quizId, open, onOpenChange }: DeleteQuizDialogProps) {
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
        navigate(paths.folders(), { replace: true });
      }}
    />
  );
}
