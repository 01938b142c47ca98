import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { QuizRun } from "#features/quizzes/components/quiz-run.tsx";
import { quizQuery } from "#features/quizzes/quizzes.api.ts";
import { isNotFound } from "#lib/api-error.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { failureOf } from "#lib/query-failure.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import { MissingState } from "#ui/missing-state.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

const QuizResult = lazyPart(async () => (await import("#features/quizzes/components/quiz-result.tsx")).QuizResult);

export default function QuizPage({ quizId }: { quizId: number }) {
  const query = useQuery(quizQuery(quizId));
  const { data: quiz, error, isPending } = query;
  if (isNotFound(error)) return <MissingState of="quiz" />;
  if (quiz && "right" in quiz) {
    return (
      <Suspense fallback={<QuizSkeleton />}>
        <QuizResult quiz={quiz} />
      </Suspense>
    );
  }
  if (quiz) return <QuizRun key={quiz.id} quiz={quiz} />;
  if (isPending) return <QuizSkeleton />;
  return <LoadFailure what="el test" {...failureOf(query)} />;
}

function QuizSkeleton() {
  return <SkeletonGroup shapes={["mt-1 mb-6 h-9 w-56", "h-60 rounded-card"]} />;
}
