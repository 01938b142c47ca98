import type { Exam } from "@repasa/contract/exams.ts";
import { useRemoveExam } from "#features/exams/exams.api.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";

type DeleteExamDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  exam: Exam;
  onRemoved: () => void;
};

export function DeleteExamDialog({ open, onOpenChange, exam, onRemoved }: DeleteExamDialogProps) {
  const remove = useRemoveExam();
  const confirm = async () => {
    try {
      await remove.mutateAsync(exam);
      onOpenChange(false);
      onRemoved();
    } catch {
      // A toast has told the user; the dialog stays for another try.
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => remove.isPending || onOpenChange(next)}
      title="Eliminar examen"
      description="Tus carpetas y tus cartas se quedan. Volverán a su ritmo normal cuando las repases."
      confirmLabel="Eliminar examen"
      pending={remove.isPending}
      onConfirm={confirm}
    />
  );
}
