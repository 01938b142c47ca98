import * as quizEndpoints from "@repasa/contract/client/quizzes.ts";
import type { QuizAnswer } from "@repasa/contract/quizzes.forms.ts";
import type { FinishedQuiz, GivenAnswer, SavedQuiz } from "@repasa/contract/quizzes.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { quizQuery, useFinishQuiz } from "#features/quizzes/quizzes.api.ts";
import { AnswerSaver } from "#features/quizzes/quizzes.saving.ts";
import { endpointKey } from "#lib/query.ts";

type Question = SavedQuiz["questions"][number];

/** Returns the part of the server's response that shows what a call would have saved. */
function toGiven(question: Question, answer: QuizAnswer): GivenAnswer {
  if (answer.unknown) return false;
  if (answer.text !== undefined) return answer.text;
  if (answer.option !== undefined) return question.options?.[answer.option] ?? null;
  return answer.recalled ?? null;
}

function readGiven(quiz: SavedQuiz, saver: AnswerSaver): ReadonlyMap<number, GivenAnswer> {
  return new Map(
    quiz.questions.map((question) => {
      const waiting = saver.waiting.get(question.n);
      return [question.n, waiting ? toGiven(question, waiting) : question.given];
    }),
  );
}

/** Notes a saved answer in the loaded quiz, which is shown again when the student returns to its page. */
function noteGiven(quiz: SavedQuiz | FinishedQuiz, n: number, answer: QuizAnswer): SavedQuiz | FinishedQuiz {
  if ("right" in quiz) return quiz;
  const note = (one: Question) => (one.n === n ? { ...one, given: toGiven(one, answer) } : one);
  return { ...quiz, questions: quiz.questions.map(note) };
}

/**
 * The course of a quiz that is not finished: the question on screen, the answers given so far, and the questions that the student has
 * marked for later. The place after the last question is the last step.
 */
export function useQuizRun(quiz: SavedQuiz) {
  const queryClient = useQueryClient();
  const { queryKey } = quizQuery(quiz.id);
  const [saver] = useState(
    () =>
      new AnswerSaver(quiz.id, (n, answer) =>
        queryClient.setQueryData(queryKey, (loaded) => loaded && noteGiven(loaded, n, answer)),
      ),
  );
  const saving = useSyncExternalStore(saver.subscribe, saver.state);
  const [given, setGiven] = useState(() => readGiven(quiz, saver));
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [place, setPlace] = useState(() => {
    const first = quiz.questions.findIndex(({ n }) => given.get(n) == null);
    return first < 0 ? quiz.questions.length : first;
  });
  const finish = useFinishQuiz();
  useEffect(() => {
    void saver.flush();
    const retry = () => void saver.flush();
    window.addEventListener("online", retry);
    return () => {
      window.removeEventListener("online", retry);
      saver.stop();
    };
  }, [saver]);
  const reload = () => queryClient.invalidateQueries({ queryKey });
  // Another device has ended the quiz, or its time is over.
  const { over } = saving;
  useEffect(() => {
    if (over) void queryClient.invalidateQueries({ queryKey: endpointKey(quizEndpoints.read) });
  }, [over, queryClient]);

  return {
    place,
    goTo: (next: number) => setPlace(Math.min(quiz.questions.length, Math.max(0, next))),
    given,
    saving,
    marked,
    toggleMark: (n: number) =>
      setMarked((before) => {
        const next = new Set(before);
        if (!next.delete(n)) next.add(n);
        return next;
      }),
    answer: (question: Question, answer: QuizAnswer) => {
      setGiven((before) => new Map(before).set(question.n, toGiven(question, answer)));
      saver.save(question.n, answer);
    },
    finishing: finish.isPending,
    finish: async () => {
      if (await saver.flush()) await finish.mutateAsync(quiz.id).catch(() => {});
    },
    /** The server ends the quiz when it is read after its time. */
    expire: async () => {
      await saver.flush();
      await reload();
    },
  };
}

export type QuizCourse = ReturnType<typeof useQuizRun>;
