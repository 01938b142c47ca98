import type { Exam, ExamOutcome as Outcome } from "@repasa/contract/exams.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { examOutcomeQuery } from "#features/exams/exams.api.ts";
import { describeVerdict, explainOutcome, summarizeOutcome } from "#features/exams/exams.wording.ts";
import { failureOf } from "#lib/query-failure.ts";
import { Explanation } from "#ui/explanation.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

type ExamOutcomeProps = {
  exam: Exam;
  /** Shown below once the outcome is known, so that nothing moves. */
  children: ReactNode;
};

/** What was recalled in the days of a past exam, beside what was expected. */
export function ExamOutcome({ exam, children }: ExamOutcomeProps) {
  const query = useQuery(examOutcomeQuery(exam.id));
  const { data: outcome, isPending } = query;
  return (
    <>
      <section aria-labelledby="resultado" className="surface-card mb-6 flex min-w-0 flex-col gap-3 p-4 md:p-6">
        {outcome ? (
          <Recalled outcome={outcome} hasCards={exam.cards > 0} />
        ) : (
          <>
            <Title />
            {isPending ? (
              <SkeletonGroup className="grid gap-3" shapes={["h-16 w-40", "h-12"]} />
            ) : (
              <LoadFailure what="el resultado" {...failureOf(query)} />
            )}
          </>
        )}
      </section>
      {!isPending && children}
    </>
  );
}

function Title() {
  return (
    <h2 id="resultado" className="font-semibold text-base text-ink-soft">
      Lo que recordaste
    </h2>
  );
}

function Recalled({ outcome, hasCards }: { outcome: Outcome; hasCards: boolean }) {
  const { figure, text } = summarizeOutcome(outcome);
  const verdict = describeVerdict(outcome);
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-1">
        <div>
          <Title />
          {figure && (
            <p className="mt-1 font-bold text-[min(4rem,20vw)]/[1.1] text-brand-ink tracking-tight">{figure}</p>
          )}
        </div>
        <p className="tabular pb-1 font-semibold">{text}</p>
      </div>
      {verdict && <p>{verdict}</p>}
      <Explanation title="De dónde sale">
        {explainOutcome(outcome)}
        {hasCards && " Sus cartas siguen volviendo como las demás."}
      </Explanation>
    </>
  );
}
