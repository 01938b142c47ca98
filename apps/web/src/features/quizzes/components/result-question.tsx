import type { FinishedQuiz } from "@repasa/contract/quizzes.ts";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { SideText } from "#features/cards/text/components/card-text.tsx";
import { createSide } from "#features/cards/text/text.sides.ts";
import { useCorrectAnswer } from "#features/quizzes/quizzes.api.ts";
import { type ComparedAnswer, compareAnswers } from "#features/quizzes/quizzes.comparing.ts";
import { describeGiven, verdictTexts } from "#features/quizzes/quizzes.wording.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DifferenceText } from "#ui/difference-text.tsx";
import { JudgedItems } from "#ui/judged-items.tsx";

type Question = FinishedQuiz["questions"][number];

type ResultQuestionProps = { quizId: number; question: Question; language: string | null };

/** A question of a finished quiz, with the given and the right answer, or with one of them if they read alike. */
export function ResultQuestion({ quizId, question, language }: ResultQuestionProps) {
  const { n, prompt, format, kind, given, verdict, right } = question;
  const correct = useCorrectAnswer();
  const { answers, isSame } = compareAnswers(question, language);
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
        {!isSame && (
          <Texts term="Tu respuesta">
            {typeof given === "string" ? (
              <Lines answers={answers} draw={(answer) => drawGiven(answer, language)} />
            ) : (
              describeGiven(kind, given)
            )}
          </Texts>
        )}
        <Texts term={isSame ? "Tu respuesta" : "Respuesta"}>
          <Lines answers={answers} draw={drawExpected} />
        </Texts>
      </dl>
      {answers.map(({ list }) => list?.about && <p key={list.about}>{list.about}</p>)}
      {kind === "type" && typeof given === "string" && !right && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          loading={correct.isPending}
          onClick={() => correct.mutate({ id: quizId, n })}
        >
          Me equivoqué al teclear
        </Button>
      )}
    </article>
  );
}

function Texts({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{term}</dt>
      <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}

type LinesProps = { answers: readonly ComparedAnswer[]; draw: (answer: ComparedAnswer) => ReactNode };

/** The answer of a question; that of each gap on a line of its own. */
function Lines({ answers, draw }: LinesProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the gaps of a question never move
  return answers.map((answer, index) => <div key={index}>{draw(answer)}</div>);
}

function drawGiven({ given, marked, list }: ComparedAnswer, language: string | null): ReactNode {
  if (given === "") return "—";
  if (list) return <JudgedItems items={list.items} language={language} />;
  return marked ? <DifferenceText segments={marked} side="typed" /> : given;
}

function drawExpected({ expected: { text, format }, marked, isWhole }: ComparedAnswer): ReactNode {
  if (marked && isWhole) return <DifferenceText segments={marked} side="accepted" />;
  return <SideText side={createSide(text, format)} />;
}
