import type { TestAnswer } from "@repasa/contract/tests.forms.ts";
import type { GivenAnswer, TestQuestion } from "@repasa/contract/tests.ts";

/** What each way of answering a question is given. */
export type AnswerProps = {
  question: TestQuestion;
  given: GivenAnswer;
  onAnswer: (answer: TestAnswer) => void;
  onNext: () => void;
};
