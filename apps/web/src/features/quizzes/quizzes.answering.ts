import type { QuizAnswer } from "@repasa/contract/quizzes.forms.ts";
import type { GivenAnswer, QuizQuestion } from "@repasa/contract/quizzes.ts";

/** The properties of each way of answering a question. */
export type AnswerProps = {
  question: QuizQuestion;
  given: GivenAnswer;
  onAnswer: (answer: QuizAnswer) => void;
  onNext: () => void;
};
