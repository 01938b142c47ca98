import type { Exam } from "@repasa/contract/exams.ts";
import type { NewQuiz } from "@repasa/contract/quizzes.forms.ts";
import { useQuery } from "@tanstack/react-query";
import { ClipboardCheck } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { useLocation } from "wouter";
import { useDayStart, useToday } from "#features/preferences/use-today.ts";
import { quizzesQuery, useCreateQuiz } from "#features/quizzes/quizzes.api.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { localDateOf } from "#lib/local-date.ts";
import { newUuid } from "#lib/uuid.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";

const NewQuizDialog = lazyPart(
  async () => (await import("#features/quizzes/components/new-quiz-dialog.tsx")).NewQuizDialog,
);

type ExamTestProps = { exam: Pick<Exam, "id" | "cards">; className?: string };

/** The button for a test of an exam. Its dialog is loaded when it is first opened. */
export function ExamTest({ exam, className }: ExamTestProps) {
  const [requested, setRequested] = useState(false);
  const [open, setOpen] = useState(false);
  const show = () => {
    setRequested(true);
    setOpen(true);
  };
  return (
    <>
      <Button variant="outline" size="lg" disabled={exam.cards === 0} onClick={show} className={className}>
        Hacer un test
      </Button>
      {requested && (
        <Suspense>
          <NewQuizDialog open={open} onOpenChange={setOpen} source={{ examId: exam.id }} />
        </Suspense>
      )}
    </>
  );
}

/** In the last week before an exam a short test is offered on each day without one. */
const LAST_DAYS = 7;
const SHORT_TEST: Pick<NewQuiz, "questions" | "kinds"> = { questions: 10, kinds: ["type", "choose"] };

/** Offers today's short test, which begins at once. Renders nothing earlier, or once a test was begun today. */
export function ShortTestOffer({ exam: { id, cards, daysLeft } }: { exam: Pick<Exam, "id" | "cards" | "daysLeft"> }) {
  const { data: quizzes } = useQuery(quizzesQuery());
  const [today, dayStart] = [useToday(), useDayStart()];
  const [, navigate] = useLocation();
  const { mutateAsync, isPending } = useCreateQuiz();
  // The same for each attempt, so that one whose response was lost makes no second test.
  const [clientId] = useState(newUuid);
  const titleId = useId();
  const isBegun = quizzes?.some(
    ({ examId, startedAt }) => examId === id && localDateOf(new Date(startedAt), dayStart) === today,
  );
  if (daysLeft > LAST_DAYS || cards === 0 || isBegun !== false) return null;
  // A failure is shown as a toast.
  const begin = () =>
    mutateAsync({ ...SHORT_TEST, examId: id, clientId }).then(
      (quiz) => navigate(paths.quiz(quiz.id)),
      () => {},
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-brand-soft px-4 py-3">
      <p id={titleId} className="min-w-0 flex-1 basis-40">
        Esta semana, un test corto al día.
      </p>
      <Button
        variant="outline"
        icon={<ClipboardCheck aria-hidden />}
        aria-describedby={titleId}
        loading={isPending}
        onClick={begin}
      >
        Responder 10 preguntas
      </Button>
    </div>
  );
}
