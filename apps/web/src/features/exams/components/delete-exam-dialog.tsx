import type { Exam } from "@repasa/contract/exams.ts";
import { useRemoveExam } from "#features/exams/exams.api.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";

type DeleteExamDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  exam: Exam;
  onRemoved: () => void;
};

export function DeleteExamDialog({ open, onOpenChange, exam, onRemoved }: DeleteExamDialogProps) {
  const remove = useRemoveExam();
  return (
    <DeleteDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Eliminar examen"
      description="Tus carpetas y tus cartas se quedan. Volverán a su ritmo normal cuando las repases."
      confirmLabel="Eliminar examen"
      pending={remove.isPending}
      onDelete={() => remove.mutateAsync(exam)}
      onDeleted={onRemoved}
    />
  );
}
