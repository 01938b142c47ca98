import { SideText } from "#features/cards/text/components/card-text.tsx";
import { createSide } from "#features/cards/text/text.sides.ts";
import { ChosenAnswer } from "#features/quizzes/components/chosen-answer.tsx";
import { TurnedAnswer } from "#features/quizzes/components/turned-answer.tsx";
import { TypedAnswer } from "#features/quizzes/components/typed-answer.tsx";
import type { AnswerProps } from "#features/quizzes/quizzes.answering.ts";

/** One question with the way of answering it. Nothing on it says whether the answer is right. */
export function QuizQuestionCard(props: AnswerProps) {
  const { question } = props;
  const Answer = { type: TypedAnswer, choose: ChosenAnswer, flip: TurnedAnswer }[question.kind];
  return (
    <div className="grid gap-4">
      <div className="surface-card grid min-h-36 place-items-center p-5 text-center text-xl/relaxed md:p-8">
        <div dir="auto" className="wrap-anywhere w-full min-w-0">
          <SideText side={createSide(question.prompt, question.format)} />
        </div>
      </div>
      <Answer {...props} />
    </div>
  );
}
