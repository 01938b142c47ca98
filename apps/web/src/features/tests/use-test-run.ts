import type { TestAnswer } from "@repasa/contract/tests.forms.ts";
import { type FinishedTest, type GivenAnswer, type SavedTest, testEndpoints } from "@repasa/contract/tests.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { testQuery, useFinishTest } from "#features/tests/tests.api.ts";
import { AnswerSaver } from "#features/tests/tests.saving.ts";
import { endpointKey } from "#lib/query.ts";

type Question = SavedTest["questions"][number];

/** Returns the part of the server's answer that shows what a call would have saved. */
function toGiven(question: Question, answer: TestAnswer): GivenAnswer {
  if (answer.text !== undefined) return answer.text === "" ? null : answer.text;
  if (answer.option !== undefined) return question.options?.[answer.option] ?? null;
  return answer.recalled ?? null;
}

function readGiven(test: SavedTest, saver: AnswerSaver): ReadonlyMap<number, GivenAnswer> {
  return new Map(
    test.questions.map((question) => {
      const waiting = saver.waiting.get(question.n);
      return [question.n, waiting ? toGiven(question, waiting) : question.given];
    }),
  );
}

/** Notes a saved answer in the loaded test, which is shown again when the student returns to its page. */
function noteGiven(test: SavedTest | FinishedTest, n: number, answer: TestAnswer): SavedTest | FinishedTest {
  if ("right" in test) return test;
  const note = (one: Question) => (one.n === n ? { ...one, given: toGiven(one, answer) } : one);
  return { ...test, questions: test.questions.map(note) };
}

/**
 * The course of a test that is not finished: the question on screen, the answers given so far, and the questions that the student has
 * marked for later. The place after the last question is the last step.
 */
export function useTestRun(test: SavedTest) {
  const queryClient = useQueryClient();
  const { queryKey } = testQuery(test.id);
  const [saver] = useState(
    () =>
      new AnswerSaver(test.id, (n, answer) =>
        queryClient.setQueryData(queryKey, (loaded) => loaded && noteGiven(loaded, n, answer)),
      ),
  );
  const saving = useSyncExternalStore(saver.subscribe, saver.state);
  const [given, setGiven] = useState(() => readGiven(test, saver));
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [place, setPlace] = useState(() => {
    const first = test.questions.findIndex(({ n }) => given.get(n) == null);
    return first < 0 ? test.questions.length : first;
  });
  const finish = useFinishTest();
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
  // Another device has ended the test, or its time is over.
  const { over } = saving;
  useEffect(() => {
    if (over) void queryClient.invalidateQueries({ queryKey: endpointKey(testEndpoints.read) });
  }, [over, queryClient]);

  return {
    place,
    goTo: (next: number) => setPlace(Math.min(test.questions.length, Math.max(0, next))),
    given,
    saving,
    marked,
    toggleMark: (n: number) =>
      setMarked((before) => {
        const next = new Set(before);
        if (!next.delete(n)) next.add(n);
        return next;
      }),
    answer: (question: Question, answer: TestAnswer) => {
      setGiven((before) => new Map(before).set(question.n, toGiven(question, answer)));
      saver.save(question.n, answer);
    },
    finishing: finish.isPending,
    finish: async () => {
      if (await saver.flush()) await finish.mutateAsync(test.id).catch(() => {});
    },
    /** The server ends the test when it is read after its time. */
    expire: async () => {
      await saver.flush();
      await reload();
    },
  };
}

export type TestCourse = ReturnType<typeof useTestRun>;
