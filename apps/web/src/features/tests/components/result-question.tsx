import { difference } from "@repasa/answers/difference.ts";
import type { FinishedTest } from "@repasa/contract/tests.ts";
import { Check, X } from "lucide-react";
import { createSide } from "#features/cards/cards.sides.ts";
import { SideText } from "#features/cards/components/card-text.tsx";
import { useCorrectAnswer } from "#features/tests/tests.api.ts";
import { describeGiven, verdictTexts } from "#features/tests/tests.wording.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DifferenceText } from "#ui/difference-text.tsx";

type Question = FinishedTest["questions"][number];

/** A question of a finished test. The difference between the two answers is marked where both are plain text. */
export function ResultQuestion({ testId, question }: { testId: number; question: Question }) {
  const { n, prompt, format, kind, given, expected, verdict, right } = question;
  const correct = useCorrectAnswer();
  const typed = kind === "type" && typeof given === "string" ? given : null;
  const isCompared = typed !== null && format === "plain" && verdict !== "right";
  const segments = isCompared ? difference(expected, typed) : null;
  return (
    <article aria-label={`Pregunta ${n}`} className="surface-card grid gap-3 p-4 md:p-5">
      <div className="flex items-start justify-between gap-3">
        <div dir="auto" className="wrap-anywhere min-w-0 flex-1 font-semibold">
          <SideText side={createSide(prompt, format)} />
        </div>
        <p
          className={cx(
            "flex shrink-0 items-center gap-1 font-semibold text-sm [&_svg]:size-4",
            right ? "text-brand-ink" : "text-danger",
          )}
        >
          {right ? <Check aria-hidden /> : <X aria-hidden />}
          {verdictTexts[verdict]}
        </p>
      </div>
      <dl className="grid gap-x-4 gap-y-2 text-sm md:grid-cols-2">
        <div>
          <dt className="text-ink-soft">Tu respuesta</dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
            {segments ? <DifferenceText {...{ segments }} side="typed" /> : describeGiven(given)}
          </dd>
        </div>
        <div>
          <dt className="text-ink-soft">Respuesta</dt>
          <dd dir="auto" className="wrap-anywhere">
            {segments ? (
              <DifferenceText {...{ segments }} side="accepted" />
            ) : (
              <SideText side={createSide(expected, format)} />
            )}
          </dd>
        </div>
      </dl>
      {typed !== null && !right && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          loading={correct.isPending}
          onClick={() => correct.mutate({ id: testId, n })}
        >
          Me equivoqué al teclear
        </Button>
      )}
    </article>
  );
}
