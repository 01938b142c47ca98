import { useRemoveExam } from "#features/exams/exams.api.ts";
import { deleteDialog } from "#ui/delete-dialog.tsx";

export const DeleteExamDialog = deleteDialog({
  title: "Eliminar examen",
  description: "Tus carpetas y tus cartas se quedan. Volverán a su ritmo normal cuando las repases.",
  confirmLabel: "Eliminar examen",
  useDeletion: useRemoveExam,
});
