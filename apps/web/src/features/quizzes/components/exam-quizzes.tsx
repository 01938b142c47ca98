import type { Exam } from "@repasa/contract/exams.ts";
import { useQuery } from "@tanstack/react-query";
import { ExamTest } from "#features/quizzes/components/exam-test.tsx";
import { QuizList } from "#features/quizzes/components/quiz-list.tsx";
import { quizzesQuery } from "#features/quizzes/quizzes.api.ts";

type ExamQuizzesProps = {
  exam: Pick<Exam, "id" | "cards">;
  /** True where no other button for a test is shown. */
  withButton?: boolean;
};

/** The quizzes of an exam with their points. */
export function ExamQuizzes({ exam, withButton = false }: ExamQuizzesProps) {
  const { data: quizzes = [] } = useQuery(quizzesQuery());
  const ofExam = quizzes.filter(({ examId }) => examId === exam.id);
  if (ofExam.length === 0 && !withButton) return null;
  return (
    <section aria-labelledby="tests" className="surface-card p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="tests" className="text-lg">
          Tests
        </h2>
        {withButton && <ExamTest exam={exam} />}
      </div>
      {ofExam.length > 0 && <QuizList quizzes={ofExam} />}
    </section>
  );
}
