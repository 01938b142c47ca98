import { folderEndpoints } from "@repasa/contract/folders.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import type { NewTest } from "@repasa/contract/tests.forms.ts";
import { testEndpoints } from "@repasa/contract/tests.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";

export const testsQuery = () => endpointQuery(testEndpoints.list);
export const testQuery = (id: number) => endpointQuery(testEndpoints.read, { params: { id } });
/** The folders that can be chosen for a test, and the languages of those that one covers. */
export const testableFoldersQuery = () => endpointQuery(folderEndpoints.list);
/** The card of a question that is turned over. */
export const askedCardQuery = (id: number, enabled: boolean) =>
  endpointQuery(studyEndpoints.history, { params: { id } }, { enabled });

export function useCreateTest() {
  return useChange(testEndpoints.create, {
    input: (body: NewTest) => ({ body }),
    failure: "Error al crear el test",
  });
}

export function useFinishTest() {
  return useChange(testEndpoints.finish, {
    input: (id: number) => ({ params: { id } }),
    failure: "Error al terminar el test",
  });
}

export function useCorrectAnswer() {
  return useChange(testEndpoints.correct, {
    input: (params: { id: number; n: number }) => ({ params }),
    failure: "Error al corregir la respuesta",
  });
}

export function useRemoveTest() {
  return useChange(testEndpoints.remove, {
    input: (id: number) => ({ params: { id } }),
    success: "Test eliminado",
    failure: "Error al eliminar el test",
    // The page of the test is still mounted and would request a deleted test.
    write: (_cache, _, id) => [testQuery(id).queryKey],
  });
}
