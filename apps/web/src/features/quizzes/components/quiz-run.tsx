import type { SavedQuiz } from "@repasa/contract/quizzes.ts";
import { ArrowLeft, ArrowRight, Flag, Timer } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { QuizEnd } from "#features/quizzes/components/quiz-end.tsx";
import { QuizMenu } from "#features/quizzes/components/quiz-menu.tsx";
import { QuizQuestionCard } from "#features/quizzes/components/quiz-question-card.tsx";
import { findSource } from "#features/quizzes/quizzes.source.ts";
import { formatTimeLeft } from "#features/quizzes/quizzes.wording.ts";
import { type QuizCourse, useQuizRun } from "#features/quizzes/use-quiz-run.ts";
import { useTimeLeft } from "#features/quizzes/use-time-left.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

/** A quiz that is not finished, one question a screen, and `Terminar` as the last step. */
export function QuizRun({ quiz }: { quiz: SavedQuiz }) {
  const run = useQuizRun(quiz);
  const secondsLeft = useTimeLeft(quiz.endsAt, () => void run.expire());
  const question = quiz.questions[run.place];
  const total = quiz.questions.length;
  const answered = quiz.questions.filter(({ n }) => run.given.get(n) != null).length;
  const title = question ? `Pregunta ${question.n} de ${total}` : "Último paso";
  const heading = useFocusOnChange(run.place);
  useArrowKeys(run);
  return (
    <div data-undisturbed className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={quiz.name} backHref={findSource(quiz)} menu={<QuizMenu quiz={quiz} />} />
      <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-4">
        <h2 ref={heading} tabIndex={-1} className="tabular mr-auto font-semibold text-base">
          {title}
        </h2>
        {question && <MarkButton run={run} n={question.n} />}
        {secondsLeft !== null && <TimeLeft seconds={secondsLeft} />}
      </div>
      <ProgressBar
        value={answered}
        max={total}
        label="Preguntas respondidas"
        valueText={`${answered} de ${total}`}
        className="mb-4"
      />
      {run.saving.failed && (
        <p role="status" className="mb-3 text-ink-soft text-sm">
          Sin conexión. Tus respuestas se guardarán en cuanto vuelva.
        </p>
      )}
      {question ? (
        <QuizQuestionCard
          key={question.n}
          question={question}
          given={run.given.get(question.n) ?? null}
          onAnswer={(answer) => run.answer(question, answer)}
          onNext={() => run.goTo(run.place + 1)}
        />
      ) : (
        <QuizEnd quiz={quiz} run={run} />
      )}
      <Navigation run={run} total={total} question={question} />
    </div>
  );
}

function TimeLeft({ seconds }: { seconds: number }) {
  const isShort = seconds <= 60;
  return (
    // Not live: screen readers hear of the last minutes alone.
    <p
      role="timer"
      aria-live="off"
      aria-label={`Tiempo restante: ${formatTimeLeft(seconds)}`}
      className={cx(
        "tabular flex items-center gap-1.5 text-sm",
        isShort ? "font-semibold text-danger" : "text-ink-soft",
      )}
    >
      <Timer aria-hidden className="size-4" />
      {formatTimeLeft(seconds)}
    </p>
  );
}

/** Marks the question, which the last step then shows. */
function MarkButton({ run, n }: { run: QuizCourse; n: number }) {
  const isMarked = run.marked.has(n);
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<Flag className={isMarked ? "fill-current" : ""} />}
      aria-pressed={isMarked}
      onClick={() => run.toggleMark(n)}
    >
      Para después
    </Button>
  );
}

type NavigationProps = { run: QuizCourse; total: number; question: SavedQuiz["questions"][number] | undefined };

function Navigation({ run, total, question }: NavigationProps) {
  // A question that is turned over has a main button of its own.
  const isTurned = question?.kind === "flip" && run.given.get(question.n) == null;
  return (
    <nav aria-label="Preguntas" className="mt-4 flex flex-wrap items-center gap-2">
      <Button
        variant="outline"
        icon={<ArrowLeft />}
        disabled={run.place === 0}
        onClick={() => run.goTo(run.place - 1)}
        className="max-md:px-3"
      >
        Anterior
      </Button>
      {question && (
        <Button
          variant={isTurned ? "outline" : "primary"}
          className="ml-auto max-md:px-3"
          onClick={() => run.goTo(run.place + 1)}
        >
          {run.place === total - 1 ? "Acabar" : "Siguiente"}
          <ArrowRight aria-hidden />
        </Button>
      )}
    </nav>
  );
}

/** Returns a ref for the heading, which takes the focus when the question changes, unless its card has taken it. */
function useFocusOnChange(place: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    const focused = document.activeElement;
    const isTyping = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
    if (!isTyping) heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [place]);
  return heading;
}

/** The arrow keys go back and forth, except in a field and in a dialog. */
function useArrowKeys(run: QuizCourse) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("input:not([type=radio]), textarea, [role=dialog], [role=alertdialog], [role=menu]")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    run.goTo(run.place + step);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
