import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as quizEndpoints from "@repasa/contract/client/quizzes.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { NewQuiz } from "@repasa/contract/quizzes.forms.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

export const quizzesQuery = () => endpointQuery(quizEndpoints.list);
export const quizQuery = (id: number) => endpointQuery(quizEndpoints.read, { params: { id } });
/** The folders that can be chosen for a quiz, and the languages of those that one covers. */
export const testableFoldersQuery = () => endpointQuery(folderEndpoints.list);
/** The card of a question that is turned over. */
export const askedCardQuery = (id: number, enabled: boolean) =>
  endpointQuery(studyEndpoints.history, { params: { id } }, { enabled });

export function useCreateQuiz() {
  return useChange(quizEndpoints.create, {
    input: (body: NewQuiz) => ({ body }),
    failure: "Error al crear el test",
  });
}

export function useFinishQuiz() {
  return useChange(quizEndpoints.finish, {
    input: (id: number) => ({ params: { id } }),
    failure: "Error al terminar el test",
  });
}

export function useCorrectAnswer() {
  return useChange(quizEndpoints.correct, {
    input: (params: { id: number; n: number }) => ({ params }),
    failure: "Error al corregir la respuesta",
  });
}

export function useRemoveQuiz() {
  return useChange(quizEndpoints.remove, {
    input: (id: number) => ({ params: { id } }),
    onSuccess: () => announce("Test eliminado"),
    failure: "Error al eliminar el test",
    // The page of the quiz is still mounted and would request a deleted quiz.
    write: (_cache, _, id) => [quizQuery(id).queryKey],
  });
}
