import type { FinishedQuiz } from "@repasa/contract/quizzes.ts";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { QuizMenu } from "#features/quizzes/components/quiz-menu.tsx";
import { ResultQuestion } from "#features/quizzes/components/result-question.tsx";
import { testableFoldersQuery } from "#features/quizzes/quizzes.api.ts";
import { findLanguage } from "#features/quizzes/quizzes.comparing.ts";
import { describeMissed } from "#features/quizzes/quizzes.missed.ts";
import { findSource } from "#features/quizzes/quizzes.source.ts";
import { describeEstimate, describeGuessing, describeScore } from "#features/quizzes/quizzes.wording.ts";
import { localDateOf } from "#lib/local-date.ts";
import { longDay } from "#lib/wording.ts";
import { MISSED, paths, withQuery } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { PageHeader } from "#ui/page-header.tsx";

/** The result of a finished quiz, and each of its questions with the given answer and the right one, the wrong ones first. */
export function QuizResult({ quiz }: { quiz: FinishedQuiz }) {
  // A corrected question keeps its place, so that nothing moves under the finger.
  const [missedAtFirst] = useState(() => quiz.questions.filter(({ right }) => !right).map(({ n }) => n));
  const rank = ({ n }: { n: number }) => Number(!missedAtFirst.includes(n));
  const { data: folders = [] } = useQuery(testableFoldersQuery());
  const language = findLanguage(folders, quiz.folderIds);
  const guessing = describeGuessing(quiz);
  const missed = new Set(quiz.questions.filter(({ right }) => !right).map(({ cardId }) => cardId)).size;
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader
        title={quiz.name}
        backHref={findSource(quiz)}
        subtitle={`Test del ${longDay(localDateOf(new Date(quiz.finishedAt), 0))}`}
        menu={<QuizMenu quiz={quiz} />}
      />
      <section aria-labelledby="resultado" className="surface-card grid gap-4 p-5 md:p-6">
        <h2 id="resultado" className="sr-only">
          Resultado
        </h2>
        <p className="tabular font-bold text-4xl text-brand-ink">{describeScore(quiz)}</p>
        <div className="grid gap-1">
          <p className="text-balance">{describeEstimate(quiz)}</p>
          {guessing && <p className="text-ink-soft text-sm">{guessing}</p>}
        </div>
        {missed > 0 && (
          <ButtonLink
            href={withQuery(paths.study(), { [MISSED]: quiz.id })}
            size="lg"
            icon={<Play aria-hidden />}
            className="justify-self-start max-md:justify-self-stretch"
          >
            {describeMissed(missed)}
          </ButtonLink>
        )}
      </section>
      <section aria-labelledby="preguntas" className="mt-5">
        <h2 id="preguntas" className="mb-3 text-lg">
          Preguntas
        </h2>
        <ol className="grid gap-3">
          {quiz.questions
            .toSorted((a, b) => rank(a) - rank(b))
            .map((question) => (
              <li key={question.n}>
                <ResultQuestion quizId={quiz.id} question={question} language={language} />
              </li>
            ))}
        </ol>
      </section>
    </div>
  );
}
