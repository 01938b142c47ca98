import type { Quiz } from "@repasa/contract/quizzes.ts";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { useRemoveQuiz } from "#features/quizzes/quizzes.api.ts";
import { findSource } from "#features/quizzes/quizzes.source.ts";
import { deleteDialog } from "#ui/delete-dialog.tsx";
import { PageMenu } from "#ui/page-menu.tsx";

/** The menu of a quiz. Once that is deleted, what was tested is shown. */
export function QuizMenu({ quiz }: { quiz: Quiz }) {
  const [deleting, setDeleting] = useState(false);
  const [, navigate] = useLocation();
  const leave = () => navigate(findSource(quiz), { replace: true });
  return (
    <>
      <PageMenu
        label="Más opciones del test"
        items={[{ label: "Eliminar test", icon: <Trash2 />, onSelect: () => setDeleting(true) }]}
      />
      <DeleteQuizDialog open={deleting} onOpenChange={setDeleting} subject={quiz.id} onDeleted={leave} />
    </>
  );
}

const DeleteQuizDialog = deleteDialog({
  title: "Eliminar test",
  description: "Se eliminará el test con sus respuestas. Si terminó hoy, tus cartas quedarán como antes de hacerlo.",
  confirmLabel: "Eliminar",
  useDeletion: useRemoveQuiz,
});
