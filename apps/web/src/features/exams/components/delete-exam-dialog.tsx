import type { Exam } from "@repasa/contract/exams.ts";
import { useRemoveExam } from "#features/exams/exams.api.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";
import type { OpenState } from "#ui/dialog.tsx";

type DeleteExamDialogProps = OpenState & {
  exam: Exam;
  onRemoved: () => void;
};

export function DeleteExamDialog({ exam, onRemoved, ...dialog }: DeleteExamDialogProps) {
  const remove = useRemoveExam();
  return (
    <DeleteDialog
      {...dialog}
      title="Eliminar examen"
      description="Tus carpetas y tus cartas se quedan. Volverán a su ritmo normal cuando las repases."
      confirmLabel="Eliminar examen"
      deletion={remove}
      subject={exam}
      onDeleted={onRemoved}
    />
  );
}
