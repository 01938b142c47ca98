import type { ListedQuiz } from "@repasa/contract/quizzes.ts";
import { describeListed } from "#features/quizzes/quizzes.wording.ts";
import { localDateOf } from "#lib/local-date.ts";
import { shortDay } from "#lib/wording.ts";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";

/** Quizzes, the newest first, each with its score. */
export function QuizList({ quizzes }: { quizzes: readonly ListedQuiz[] }) {
  return (
    <ul aria-label="Tests" className="divide-y divide-line">
      {quizzes.map((quiz) => (
        <li key={quiz.id} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5">
          <Link href={paths.quiz(quiz.id)} className={textLink}>
            {shortDay(localDateOf(new Date(quiz.startedAt), 0))}
          </Link>
          <span className="tabular text-ink-soft text-sm">{describeListed(quiz)}</span>
        </li>
      ))}
    </ul>
  );
}
