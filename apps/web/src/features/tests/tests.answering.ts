import type { TestAnswer } from "@repasa/contract/tests.forms.ts";
import type { GivenAnswer, TestQuestion } from "@repasa/contract/tests.ts";

/** The properties of each way of answering a question. */
export type AnswerProps = {
  question: TestQuestion;
  given: GivenAnswer;
  onAnswer: (answer: TestAnswer) => void;
  onNext: () => void;
};
