import type { SavedQuiz } from "@repasa/contract/quizzes.ts";
import { Flag } from "lucide-react";
import { useState } from "react";
import { describeUnanswered } from "#features/quizzes/quizzes.wording.ts";
import type { QuizCourse } from "#features/quizzes/use-quiz-run.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { cx } from "#ui/cx.ts";

type QuizEndProps = { quiz: SavedQuiz; run: QuizCourse };

/** The last step: `Terminar`, and all questions with what is left. */
export function QuizEnd({ quiz, run }: QuizEndProps) {
  const [asking, setAsking] = useState(false);
  const unanswered = quiz.questions.filter(({ n }) => run.given.get(n) == null);
  const end = () => {
    setAsking(false);
    void run.finish();
  };
  return (
    <div className="surface-card grid gap-5 p-5 md:p-6">
      <p>{unanswered.length === 0 ? "Has respondido todas las preguntas." : describeUnanswered(unanswered.length)}</p>
      <Button
        size="lg"
        full
        loading={run.finishing}
        onClick={() => (unanswered.length === 0 ? end() : setAsking(true))}
      >
        Terminar
      </Button>
      <ol className="flex flex-wrap gap-2">
        {quiz.questions.map(({ n }, place) => (
          <li key={n}>
            <QuestionButton
              n={n}
              isAnswered={run.given.get(n) != null}
              isMarked={run.marked.has(n)}
              onClick={() => run.goTo(place)}
            />
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="¿Terminar el test?"
        description={`${describeUnanswered(unanswered.length)} Contarán como falladas.`}
        confirmLabel="Terminar"
        cancelLabel="Seguir"
        danger={false}
        onConfirm={end}
      />
    </div>
  );
}

type QuestionButtonProps = { n: number; isAnswered: boolean; isMarked: boolean; onClick: () => void };

function QuestionButton({ n, isAnswered, isMarked, onClick }: QuestionButtonProps) {
  const state = `${isAnswered ? "respondida" : "sin responder"}${isMarked ? ", marcada" : ""}`;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={`Pregunta ${n}, ${state}`}
      className={cx(
        "tabular relative grid size-11 place-items-center rounded-control border font-semibold",
        isAnswered ? "border-brand/50 bg-brand-soft text-brand-ink" : "border-line-strong border-dashed bg-surface",
      )}
    >
      {n}
      {isMarked && <Flag aria-hidden className="absolute top-1 right-1 size-3" />}
    </button>
  );
}
