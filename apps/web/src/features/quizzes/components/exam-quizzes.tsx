import type { Exam } from "@repasa/contract/exams.ts";
import { useQuery } from "@tanstack/react-query";
import { ClipboardCheck } from "lucide-react";
import { useState } from "react";
import { NewQuizDialog } from "#features/quizzes/components/new-quiz-dialog.tsx";
import { QuizList } from "#features/quizzes/components/quiz-list.tsx";
import { quizzesQuery } from "#features/quizzes/quizzes.api.ts";
import { Button } from "#ui/button.tsx";

/** The quizzes of an exam, and the button for another one. */
export function ExamQuizzes({ exam }: { exam: Pick<Exam, "id" | "cards"> }) {
  const { data: quizzes = [] } = useQuery(quizzesQuery());
  const [creating, setCreating] = useState(false);
  const ofExam = quizzes.filter(({ examId }) => examId === exam.id);
  return (
    <section aria-labelledby="tests" className="surface-card p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id="tests" className="text-lg">
            Tests
          </h2>
          {ofExam.length === 0 && (
            <p className="mt-1 text-ink-soft text-sm">Un test estima cuántas de todas las cartas sabrías hoy.</p>
          )}
        </div>
        <Button
          variant="outline"
          icon={<ClipboardCheck />}
          disabled={exam.cards === 0}
          onClick={() => setCreating(true)}
        >
          Hacer un test
        </Button>
      </div>
      {ofExam.length > 0 && <QuizList quizzes={ofExam} />}
      <NewQuizDialog open={creating} onOpenChange={setCreating} source={{ examId: exam.id }} />
    </section>
  );
}
